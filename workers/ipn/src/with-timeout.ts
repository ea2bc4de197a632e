import type { Clock } from '@merchant-edge/orders'

/** The work was not done in time; it may still be running. */
export class TimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`No result after ${timeoutMs} ms.`)
    this.name = 'TimeoutError'
  }
}

/**
 * Waits for a result for at most `timeoutMs` milliseconds. The work is not cancelled.
 *
 * @throws TimeoutError when there is no result by then
 */
export async function withTimeout<Value>(
  clock: Pick<Clock, 'alarm'>,
  work: Promise<Value>,
  timeoutMs: number,
): Promise<Value> {
  const timeout = clock.alarm(timeoutMs)
  const late = timeout.rings.then(() => {
    throw new TimeoutError(timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timeout.off()
  }
}
