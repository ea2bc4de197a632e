import { ConfigurationError, secretCommand, type SettingProblem } from '@merchant-edge/pages'
import type { CheckoutEnv } from '../checkout-env.ts'

const minSecretChars = 16

const remedyFor = (environment: string | undefined): string =>
  `Write the secrets with merchant-edge secrets generate, and set them with ${secretCommand('bulk checkout.json', environment)}`

type SecretName = 'CHECKOUT_SECRET' | 'ORDER_KEY_SECRET'
type SecretsOf<Name extends SecretName> = Pick<
  CheckoutEnv,
  Name | `${Name}_PREVIOUS` | 'ENVIRONMENT'
>

/** The current secret, then the previous one, if any. */
export type SecretPair = readonly [string, ...string[]]

function missing(name: SecretName, environment: string | undefined): SettingProblem {
  const problem = `is missing or shorter than ${minSecretChars} characters`
  return { name, problem, remedy: remedyFor(environment) }
}

/** Characters that a bearer token in a header may have. */
const sendable = /^[\x21-\x7E]*$/

/**
 * The problem of a secret that no request can send: every request would be answered as if its
 * secret were wrong.
 */
function unsendable(
  name: 'CHECKOUT_SECRET' | 'CHECKOUT_SECRET_PREVIOUS',
  environment: string | undefined,
): SettingProblem {
  const problem =
    'has a blank, or a character that is not printable ASCII: no header carries it, and it opens nothing'
  return { name, problem, remedy: remedyFor(environment) }
}

/** Problems of the secrets of this Worker. A previous secret that is too short is ignored. */
export function secretProblems(env: Partial<CheckoutEnv>): SettingProblem[] {
  const { ENVIRONMENT: environment } = env
  const names = ['CHECKOUT_SECRET', 'ORDER_KEY_SECRET'] as const
  const sent = ['CHECKOUT_SECRET', 'CHECKOUT_SECRET_PREVIOUS'] as const
  const ofLength = names.flatMap((name) => {
    const previous = env[`${name}_PREVIOUS`] ?? ''
    const problem = `is shorter than ${minSecretChars} characters, and opens nothing`
    const problems = (env[name] ?? '').length < minSecretChars ? [missing(name, environment)] : []
    if (previous === '' || previous.length >= minSecretChars) return problems
    const remedy = remedyFor(environment)
    return [...problems, { name: `${name}_PREVIOUS`, problem, remedy }]
  })
  const ofHeaders = sent
    .filter((name) => !sendable.test(env[name] ?? ''))
    .map((name) => unsendable(name, environment))
  return [...ofLength, ...ofHeaders]
}

function secretPair<Name extends SecretName>(name: Name, env: SecretsOf<Name>): SecretPair {
  const { [name]: secret, [`${name}_PREVIOUS` as const]: previous = '' } = env
  if (secret === undefined || secret.length < minSecretChars) {
    throw new ConfigurationError('checkout', [missing(name, env.ENVIRONMENT)])
  }
  return previous.length >= minSecretChars ? [secret, previous] : [secret]
}

/**
 * The secrets that the shop's backend may send.
 *
 * @throws ConfigurationError when this Worker has none, or one that is too short
 */
export function checkoutSecrets(env: SecretsOf<'CHECKOUT_SECRET'>): SecretPair {
  return secretPair('CHECKOUT_SECRET', env)
}

/**
 * The secrets with which order keys in addresses may have been made.
 *
 * @throws ConfigurationError when this Worker has none, or one that is too short
 */
export function orderKeySecrets(env: SecretsOf<'ORDER_KEY_SECRET'>): SecretPair {
  return secretPair('ORDER_KEY_SECRET', env)
}
