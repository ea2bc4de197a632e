/** The work was not done in time; it may still be going on. */
export class TimeoutError extends Error {
  readonly code = 'ERR_TIMEOUT'

  constructor(timeoutMs: number) {
    super(`No result after ${timeoutMs} ms.`)
    this.name = 'TimeoutError'
  }
}

/**
 * Waits for a result, but not longer than `timeoutMs`.
 *
 * @throws TimeoutError when there is none by then
 */
export async function withTimeout<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(timeoutMs)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
