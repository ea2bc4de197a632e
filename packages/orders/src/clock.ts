/**
 * Time as the operations see it. It comes in from outside, so that a simulator decides what time it is,
 * how long a wait lasts and when a deadline passes.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /**
   * Resolves after `ms` milliseconds.
   *
   * @throws the reason of `signal` when it is aborted before
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** A signal that is aborted with a `TimeoutError` after `ms` milliseconds. */
  readonly timeout: (ms: number) => AbortSignal
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** The clock of this machine: the only place of the package that reads it or sets a timer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep,
  timeout: (ms) => AbortSignal.timeout(ms),
}

/** Whole seconds of an instant in milliseconds. */
export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}
