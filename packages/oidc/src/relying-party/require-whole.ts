/** Maximum delay of a timer, in milliseconds; a longer one fires at once, or is rejected. */
export const maxTimerMs = 2 ** 31 - 1

/** Three hundred years, in seconds. */
const maxSeconds = 10_000_000_000

/**
 * Rejects a time that is not a whole number. A session whose end has a fraction of a second is
 * written with it and cannot be read again, and a timer takes no fraction of a millisecond.
 *
 * @throws TypeError naming the option and its range
 */
export function requireWhole(
  name: string,
  value: unknown,
  { from = 1, to = maxSeconds }: { readonly from?: number; readonly to?: number } = {},
): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return
  throw new TypeError(`${name} must be a whole number from ${from} to ${to}.`)
}
