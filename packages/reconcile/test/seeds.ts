/** Whether the tests run in workerd. */
const isWorkerd = navigator.userAgent === 'Cloudflare-Workers'

/**
 * The seeds of this runtime among consecutive seeds: the first half on Node, the second in workerd. Both run the same
 * TypeScript and the same module in V8, so running a seed in both would show little more.
 */
export function seedsOfRuntime(first: number, last: number): number[] {
  const middle = Math.floor((first + last + 1) / 2)
  const [from, end] = isWorkerd ? [middle, last + 1] : [first, middle]
  return Array.from({ length: end - from }, (_, index) => from + index)
}
