const firstMs = 200
const longestMs = 2_000

/**
 * How long to wait before the next attempt: twice as long each time, and shortened at random by up to a
 * half so that many callers do not come back together.
 *
 * @param attempt the attempt that has just failed, from 1 on
 * @param random from 0 to 1
 * @returns milliseconds, at most 2,000
 */
export function backoffMs(attempt: number, random: number = Math.random()): number {
  return Math.min(longestMs, firstMs * 2 ** (attempt - 1)) * (1 - random / 2)
}
