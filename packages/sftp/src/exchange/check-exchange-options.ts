import { optionProblem, type OptionRules } from '@merchant-edge/signing/options'
import { FileExchangeError } from './file-exchange-error.ts'

/**
 * Rejects options that plain JavaScript has wrong: a misspelt name, or a value of another type.
 *
 * @param taker name of the function that takes the options
 * @throws FileExchangeError `ERR_OPTIONS` that names the option, what came and what is allowed
 */
export function checkExchangeOptions<Options extends object>(
  taker: string,
  options: Options,
  rules: OptionRules<Options>,
): void {
  const problem = optionProblem(taker, options, rules)
  if (problem !== undefined) throw new FileExchangeError('ERR_OPTIONS', `${problem}.`)
}
