/** What of a runtime measures time; a simulator may bring its own. */
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

/** A time limit, which may also end earlier with the signal of its parent. */
export interface Deadline {
  /** Aborts when the time is over or the parent signal aborts. */
  readonly signal: AbortSignal
  /** Whether it was the time that ran out. */
  readonly timedOut: boolean
  /** Time that is left, in milliseconds; 0 or less when it is over. */
  remainingMs(): number
  /** Releases the timer and the listener on the parent signal. */
  dispose(): void
}

/** Waits for work, but no longer than until the signal aborts; then it rejects with the signal's reason. */
export function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Sleeps on the timers of the runtime, and leaves no timer behind when the signal aborts. */
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
 * Starts a deadline. The sleep and the listener are ended by hand: `AbortSignal.timeout` keeps its timer
 * after the call, and `AbortSignal.any` on a long-lived signal collects memory in Node 20.
 *
 * @param timeoutMs time until the end, in milliseconds
 */
export function startDeadline(clock: Clock, timeoutMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController()
  const disposal = new AbortController()
  const end = clock.now() + timeoutMs
  let timedOut = false
  const abort = (): void => controller.abort(parent?.reason)
  const expire = (): void => {
    if (disposal.signal.aborted || controller.signal.aborted) return
    timedOut = true
    controller.abort(new DOMException(`No end within ${timeoutMs} ms`, 'TimeoutError'))
  }
  clock.sleep(timeoutMs, disposal.signal).then(expire, () => undefined)
  if (parent?.aborted === true) abort()
  parent?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut
    },
    remainingMs: () => end - clock.now(),
    dispose() {
      disposal.abort()
      parent?.removeEventListener('abort', abort)
    },
  }
}
