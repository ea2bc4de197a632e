import { CommandFailure, type FailureFields } from './command-failure.ts'

/** The signals that terminate a command. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A signal that terminates a command. */
export type EndingSignal = (typeof endingSignals)[number]

/** Parent programs forward Ctrl-C, so one Ctrl-C may arrive twice within this time. */
const oneSignalMs = 1_000

/**
 * Runs work that is aborted by a signal, and then says what that means. The failure is printed, and
 * the process ends as the signal would have ended it. A later second signal ends it immediately.
 *
 * @param work rejects when its signal aborts
 * @param interrupted what to say, from the error with which the work ended; `undefined` when that is
 *   the outcome itself, which came just before the signal
 * @throws CommandFailure with `endedBy` when a signal has ended the work; the error of the work
 */
export async function saysWhenEnded<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  interrupted: (error: unknown) => Omit<FailureFields, 'reason'> | undefined,
): Promise<Value> {
  const controller = new AbortController()
  let ended: { readonly by: EndingSignal; readonly atMs: number } | undefined
  const unlisten = () => {
    for (const one of endingSignals) process.off(one, stop)
  }
  function stop(signal: NodeJS.Signals): void {
    const by = endingSignals.find((one) => one === signal)
    if (by === undefined) return
    if (ended !== undefined && performance.now() - ended.atMs >= oneSignalMs) return endBy(by)
    ended ??= { by, atMs: performance.now() }
    controller.abort()
  }
  for (const one of endingSignals) process.on(one, stop)
  try {
    const value = await work(controller.signal)
    unlisten()
    return value
  } catch (error) {
    const said = ended && interrupted(error)
    if (ended !== undefined && said !== undefined) {
      throw new CommandFailure({ reason: 'interrupted', ...said, endedBy: ended.by })
    }
    unlisten()
    throw error
  }
}

/** Ends this process as a signal does that nobody listens for, so that its parent sees the signal. */
export function endBy(signal: EndingSignal): void {
  for (const one of endingSignals) process.removeAllListeners(one)
  process.kill(process.pid, signal)
}
