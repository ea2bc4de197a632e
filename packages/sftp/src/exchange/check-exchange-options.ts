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

/**
 * Rejects a path or nothing in place of a file exchange.
 *
 * @throws FileExchangeError `ERR_OPTIONS`
 */
export function checkExchanges(exchanges: { readonly from: unknown; readonly to: unknown }): void {
  for (const [name, exchange] of Object.entries(exchanges)) {
    if (typeof Object(exchange).list === 'function') continue
    throw new FileExchangeError('ERR_OPTIONS', `${name} must be a file exchange.`, {
      remedy: 'Make one with openLocation(path).',
    })
  }
}
