/**
 * Refuses an option that is no number, such as the text of an environment variable: added to a time it makes a text
 * that no time ever reaches.
 *
 * @throws TypeError naming the option
 */
export function requirePositive(name: string, value: unknown): void {
  if (typeof value === 'number' && value > 0 && value < Infinity) return
  throw new TypeError(`${name} must be a number greater than 0.`)
}
