import { FileExchangeError } from './file-exchange-error.ts'

/** Longest time that a timer of Node takes, in milliseconds: a longer one is over at once. */
export const longestTimerMs = 2 ** 31 - 1

/**
 * Checks a number that somebody has set, be it with the text of an environment variable: what is no number makes a wait
 * that is over at once, or a limit that is never reached.
 *
 * @throws FileExchangeError `ERR_OPTIONS` naming the option and its range
 */
export function checkNumberOption(
  name: string,
  value: unknown,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  if (typeof value === 'number' && value >= from && value <= to) return
  throw new FileExchangeError('ERR_OPTIONS', `${name} is no number from ${from} to ${to}.`)
}
