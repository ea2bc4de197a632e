import type { Terminal } from './terminal.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Programs that started this one pass Ctrl-C on, so that one Ctrl-C may arrive twice. */
const oneSignalMs = 1_000

/** Waits for Ctrl-C or SIGTERM; a second one that comes later ends the process at once. */
export interface StopSignal {
  /** Resolves at the first signal. */
  readonly stopped: Promise<void>
  /** Removes every other listener for these signals, such as those of miniflare. */
  takeOver(): void
}

/** Catches the signals that ask a process to stop. */
export function catchStopSignal({ now }: Pick<Terminal, 'now'>): StopSignal {
  let resolve: () => void = () => {}
  const stopped = new Promise<void>((done) => {
    resolve = done
  })
  let stoppingSince: number | undefined
  let exitCode = 0
  const stop = () => {
    stoppingSince ??= now()
    resolve()
    if (now() - stoppingSince < oneSignalMs) return
    exitCode = 130
    process.exit()
  }
  const listen = () => {
    for (const signal of signals) process.on(signal, stop)
  }
  listen()
  // miniflare ends the process itself, with 130, when a signal comes while it boots.
  process.once('exit', () => {
    if (stoppingSince !== undefined) process.exitCode = exitCode
  })
  return {
    stopped,
    takeOver() {
      for (const signal of signals) process.removeAllListeners(signal)
      listen()
    },
  }
}
