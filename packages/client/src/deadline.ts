/** A span of time after which work must end, or earlier when its parent signal says so. */
export interface Deadline {
  /** Aborts when the time is over or the parent signal aborts. */
  readonly signal: AbortSignal
  /** Whether it was the time that ran out. */
  readonly timedOut: boolean
  /** Time that is left, in milliseconds; 0 or less when it is over. */
  remainingMs(): number
  /** Lets go of the timer and of the parent signal. */
  dispose(): void
}

/**
 * Starts a deadline. The timer and the listener are held by hand: `AbortSignal.timeout` keeps its timer
 * after the call, and `AbortSignal.any` on a long-lived signal collects memory in Node 20.
 *
 * @param timeoutMs time until the end, in milliseconds
 */
export function startDeadline(timeoutMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController()
  const end = performance.now() + timeoutMs
  let timedOut = false
  const abort = (): void => controller.abort(parent?.reason)
  const timer = setTimeout(() => {
    timedOut = !controller.signal.aborted
    controller.abort(new DOMException(`No end within ${timeoutMs} ms`, 'TimeoutError'))
  }, timeoutMs)
  if (parent?.aborted === true) abort()
  parent?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut
    },
    remainingMs: () => end - performance.now(),
    dispose() {
      clearTimeout(timer)
      parent?.removeEventListener('abort', abort)
    },
  }
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

/** Waits for a span of time, in milliseconds, or until the signal aborts. */
export async function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs)
  })
  try {
    await orAborted(passed, signal)
  } finally {
    clearTimeout(timer)
  }
}
