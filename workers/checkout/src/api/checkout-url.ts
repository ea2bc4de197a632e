import { ConfigurationError, type SettingProblem } from '@merchant-edge/pages'
import type { CheckoutEnv } from '../checkout-env.ts'

type Address = Pick<CheckoutEnv, 'CHECKOUT_URL'>

function originOf({ CHECKOUT_URL = '' }: Address): string | undefined {
  const url = URL.parse(CHECKOUT_URL)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.href === `${url.origin}/` ? url.origin : undefined
}

/** Problems of CHECKOUT_URL. */
export function checkoutUrlProblems(env: Address): SettingProblem[] {
  if (originOf(env) !== undefined) return []
  return [
    {
      name: 'CHECKOUT_URL',
      problem: 'is missing or not an origin such as https://checkout.example.com',
      remedy: 'Set the variable in wrangler.jsonc to the value that the orders Worker has.',
    },
  ]
}

/**
 * The origin under which customers reach this Worker. It comes from the configuration, never from a
 * request, because the addresses built from it are given to customers and contain keys.
 *
 * @throws ConfigurationError when CHECKOUT_URL is missing or more than an origin
 */
export function checkoutUrl(env: Address): string {
  const origin = originOf(env)
  if (origin === undefined) throw new ConfigurationError('checkout', checkoutUrlProblems(env))
  return origin
}
