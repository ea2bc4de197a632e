/** Amounts below 100,000,000 VND fit in the largest type on the smallest phone. */
const longFromVnd = 100_000_000

/**
 * The class of an amount that stands on a page in large type: `amount`, or `amount long` for one that needs smaller type on a
 * phone.
 */
export function amountClass(amountVnd: number): string {
  return amountVnd < longFromVnd ? 'amount' : 'amount long'
}
