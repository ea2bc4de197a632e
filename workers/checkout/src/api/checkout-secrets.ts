import { ConfigurationError, type SettingProblem } from '@merchant-edge/pages'
import type { CheckoutEnv } from '../checkout-env.ts'

const shortestSecret = 16
const remedy =
  'Write the secrets with merchant-edge secrets generate, and set them with wrangler secret bulk checkout.json'

type SecretName = 'CHECKOUT_SECRET' | 'ORDER_KEY_SECRET'
type SecretsOf<Name extends SecretName> = Pick<CheckoutEnv, Name | `${Name}_PREVIOUS`>

/** A secret of now, then the one before if there is one. */
export type SecretPair = readonly [string, ...string[]]

function missing(name: SecretName): SettingProblem {
  const problem = `is missing or shorter than ${shortestSecret} characters`
  return { name, problem, remedy }
}

/** What is wrong with the secrets of this Worker. A secret before that is too short opens nothing. */
export function secretProblems(env: Partial<CheckoutEnv>): SettingProblem[] {
  const names = ['CHECKOUT_SECRET', 'ORDER_KEY_SECRET'] as const
  return names.flatMap((name) => {
    const previous = env[`${name}_PREVIOUS`] ?? ''
    const problem = `is shorter than ${shortestSecret} characters, and opens nothing`
    const problems = (env[name] ?? '').length < shortestSecret ? [missing(name)] : []
    if (previous === '' || previous.length >= shortestSecret) return problems
    return [...problems, { name: `${name}_PREVIOUS`, problem, remedy }]
  })
}

function secretPair(name: SecretName, secret: string | undefined, previous = ''): SecretPair {
  if (secret === undefined || secret.length < shortestSecret) {
    throw new ConfigurationError('checkout', [missing(name)])
  }
  return previous.length >= shortestSecret ? [secret, previous] : [secret]
}

/**
 * The secrets that the shop's backend may send.
 *
 * @throws ConfigurationError when this Worker has none, or one that is too short
 */
export function checkoutSecrets(env: SecretsOf<'CHECKOUT_SECRET'>): SecretPair {
  return secretPair('CHECKOUT_SECRET', env.CHECKOUT_SECRET, env.CHECKOUT_SECRET_PREVIOUS)
}

/**
 * The secrets under which keys of addresses may have been made.
 *
 * @throws ConfigurationError when this Worker has none, or one that is too short
 */
export function orderKeySecrets(env: SecretsOf<'ORDER_KEY_SECRET'>): SecretPair {
  return secretPair('ORDER_KEY_SECRET', env.ORDER_KEY_SECRET, env.ORDER_KEY_SECRET_PREVIOUS)
}
