/** Longest time that a timer takes, in milliseconds: a longer one is over at once, or refused. */
export const longestTimerMs = 2 ** 31 - 1

/** Three hundred years, in seconds. */
const longestSeconds = 10_000_000_000

/**
 * Refuses a time that is not whole: a session that ends within a second is written so and cannot be read again, and a
 * timer takes no part of a millisecond.
 *
 * @throws TypeError naming the option and its range
 */
export function requireWhole(
  name: string,
  value: unknown,
  { from = 1, to = longestSeconds }: { readonly from?: number; readonly to?: number } = {},
): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return
  throw new TypeError(`${name} must be a whole number from ${from} to ${to}.`)
}
