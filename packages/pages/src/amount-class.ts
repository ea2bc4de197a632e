/**
 * Amounts of seven digits fit in the largest type on the smallest phone, those of nine in the next
 * one.
 */
const longFromVnd = 10_000_000
const longestFromVnd = 1_000_000_000

/**
 * The class of an amount that stands on a page in large type: `amount`, and `long` or `longest`
 * when it needs smaller type on a phone.
 */
export function amountClass(amountVnd: number): string {
  if (amountVnd < longFromVnd) return 'amount'
  return amountVnd < longestFromVnd ? 'amount long' : 'amount longest'
}
