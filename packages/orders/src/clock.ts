/** A timer that can be turned off. */
export interface Alarm {
  /** Resolves when the time has passed; never if the alarm was turned off before. */
  readonly rings: Promise<void>
  /** Turns the timer off; `rings` stays pending then. */
  readonly off: () => void
}

/**
 * The clock of the operations. It is injected, so that a simulator controls the time, the length of
 * waits and the deadlines.
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
  /**
   * Sets an alarm that rings after `ms` milliseconds, for deadlines and for waits that end early: a
   * sleep with an abort signal allocates several more objects, and an `AbortSignal.timeout` is kept
   * in memory until its time is over.
   */
  readonly alarm: (ms: number) => Alarm
}

function alarm(ms: number): Alarm {
  let off = () => {}
  const rings = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    off = () => clearTimeout(timer)
  })
  return { rings, off }
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

/** The system clock. No other code of the package reads the time or sets a timer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep,
  alarm,
}

/** Whole seconds of an instant in milliseconds. */
export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}
