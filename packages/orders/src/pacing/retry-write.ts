import type { Clock } from '../clock.ts'

/** The sum is well below the lease of a call, after which its outcome counts as unknown. */
const pausesMs: readonly number[] = [200, 800, 3_200, 6_400]

/**
 * Retries a write of data that no further call can provide, such as the answer to a transfer. A
 * failed write is retried after 0.2, 0.8, 3.2 and 6.4 seconds, then given up.
 *
 * @param write must be idempotent, because a failed write may have been committed
 * @throws the error of the last try
 */
export async function retryWrite<Result>(
  clock: Pick<Clock, 'sleep'>,
  write: () => Promise<Result>,
): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await write()
    } catch {
      await clock.sleep(pauseMs)
    }
  }
  return write()
}
