/**
 * Refuses an option that is not a number, such as the text of an environment variable: added to a
 * time it would give a text that compares wrongly with times.
 *
 * @throws TypeError naming the option
 */
export function requirePositive(name: string, value: unknown): void {
  if (typeof value === 'number' && value > 0 && value < Infinity) return
  throw new TypeError(`${name} must be a number greater than 0.`)
}
