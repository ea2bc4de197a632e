import { setTimeout as wait } from 'node:timers/promises'

/** Clock and random numbers, which a test or a simulator can replace. */
export interface Clock {
  /** Current time in milliseconds since 1970. */
  now(): number
  /** Waits for a number of milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Random number in [0, 1) with 32 random bits. */
  random(): number
}

/** The clock and the random numbers of this machine. */
export const systemClock: Clock = {
  now: Date.now,
  async sleep(milliseconds, signal) {
    try {
      await wait(milliseconds, undefined, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
}

/** A limit on how long something may take. */
export interface Deadline {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal
  /** Waits for work, but no longer than until the time is over; then it rejects. */
  race<Value>(work: Promise<Value>): Promise<Value>
  /** Stops the timer: the deadline was met. */
  clear(): void
}

/** Starts a deadline in the given number of milliseconds. */
export function createDeadline(clock: Clock, milliseconds: number): Deadline {
  const passed = new AbortController()
  const cleared = new AbortController()
  const { signal } = passed
  clock.sleep(milliseconds, cleared.signal).then(
    () => passed.abort(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
    () => undefined,
  )
  return {
    signal,
    race: (work) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        work.then(resolve, reject)
      }),
    clear: () => cleared.abort(),
  }
}
