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

/** A time that comes by itself, unless it is turned off before. */
export interface Alarm {
  /** Resolves when the time has come; never when the alarm is off by then. */
  readonly rings: Promise<void>
  /** Turns it off. */
  readonly off: () => void
}

/** A clock for work that is under way for a moment and many times a second. */
export interface AlarmClock extends Pick<Clock, 'now' | 'sleep'> {
  /** Sets an alarm that rings after `ms` milliseconds: a sleep that is ended by a signal costs several objects more. */
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

/** The clock of this machine: the only place of the package that reads it or sets a timer. */
export const systemClock: Clock & AlarmClock = {
  now: () => Date.now(),
  sleep,
  alarm,
  timeout: (ms) => AbortSignal.timeout(ms),
}

/** Whole seconds of an instant in milliseconds. */
export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}
