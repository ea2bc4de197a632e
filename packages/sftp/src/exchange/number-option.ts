import { FileExchangeError } from './file-exchange-error.ts'

/** Maximum delay of a Node timer, in milliseconds; a longer one fires at once. */
export const maxTimerMs = 2 ** 31 - 1

/**
 * Checks a number that may come from the text of an environment variable. A value that is not a
 * number would make a wait end at once, or a limit never be reached.
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
