import type { Terminal } from './terminal.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Parent programs forward Ctrl-C, so one Ctrl-C may arrive twice. */
const oneSignalMs = 1_000

/** Waits for Ctrl-C or SIGTERM; a second, later one ends the process immediately. */
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
  // miniflare exits the process itself, with code 130, when a signal arrives during its start.
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
