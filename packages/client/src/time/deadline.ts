/** Time functions of the runtime; a simulator can supply its own. */
export interface Clock {
  /** Reads the clock, in milliseconds since 1970. */
  readonly now: () => number
  /**
   * Resolves after `ms` milliseconds.
   *
   * @throws the reason of `signal` when it aborts before
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** A time limit, which also ends when the parent signal aborts. */
export interface Deadline {
  /** Aborts when the time is over or the parent signal aborts. */
  readonly signal: AbortSignal
  /** Whether it was the time that ran out. */
  readonly timedOut: boolean
  /**
   * Waits for work, but no longer than until the signal aborts; then it rejects with the signal's
   * reason.
   */
  race<Value>(work: Promise<Value>): Promise<Value>
  /** Releases the timer and the listener on the parent signal. */
  dispose(): void
}

/**
 * Waits for work, but no longer than until the signal aborts; then it rejects with the signal's
 * reason.
 */
export function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Sleeps with the timers of the runtime, and clears the timer when the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await (signal === undefined ? passed : orAborted(passed, signal))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Abort reason for the sleep of a disposed deadline. It is shared, so that no error object is
 * created per deadline.
 */
const disposed = 'the deadline is disposed of'

/**
 * Starts a deadline. The sleep and the listener are released explicitly: `AbortSignal.timeout`
 * keeps its timer after the call, and `AbortSignal.any` on a long-lived signal leaks memory in Node
 * 20.
 *
 * @param timeoutMs time until the end, in milliseconds; over from the start when it is 0 or less
 */
export function startDeadline(clock: Clock, timeoutMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController()
  const disposal = new AbortController()
  const { signal } = controller
  let timedOut = false
  let fail = (_reason: unknown): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => (fail = reject))
  aborted.catch(() => undefined)
  const end = (reason: unknown): void => {
    controller.abort(reason)
    fail(signal.reason)
  }
  const abort = (): void => end(parent?.reason)
  const expire = (): void => {
    if (disposal.signal.aborted || signal.aborted) return
    timedOut = true
    end(new DOMException(`No end within ${timeoutMs} ms`, 'TimeoutError'))
  }
  if (parent?.aborted === true) abort()
  else if (timeoutMs <= 0) expire()
  else clock.sleep(timeoutMs, disposal.signal).then(expire, () => undefined)
  parent?.addEventListener('abort', abort, { once: true })
  return {
    signal,
    get timedOut() {
      return timedOut
    },
    race: (work) => Promise.race([work, aborted]),
    dispose() {
      disposal.abort(disposed)
      parent?.removeEventListener('abort', abort)
    },
  }
}
