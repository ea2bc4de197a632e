/** Whether the tests run in workerd. */
const isWorkerd = navigator.userAgent === 'Cloudflare-Workers'

/**
 * The seeds of this runtime among some that follow one another: the first half on Node, the second in workerd. Both run the
 * same script and the same module in the same engine, so that a draw shows little more in the other one.
 */
export function seedsOfRuntime(first: number, last: number): number[] {
  const middle = Math.floor((first + last + 1) / 2)
  const [from, end] = isWorkerd ? [middle, last + 1] : [first, middle]
  return Array.from({ length: end - from }, (_, index) => from + index)
}
