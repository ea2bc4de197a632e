import { type CheckoutEnv, ConfigurationError } from '../checkout-env.ts'

const shortestSecret = 16

type SecretName = 'CHECKOUT_SECRET' | 'ORDER_KEY_SECRET'
type SecretsOf<Name extends SecretName> = Pick<CheckoutEnv, Name | `${Name}_PREVIOUS`>

/** A secret of now, then the one before if there is one. */
export type SecretPair = readonly [string, ...string[]]

function secretPair(name: SecretName, secret: string | undefined, previous = ''): SecretPair {
  if (secret === undefined || secret.length < shortestSecret) {
    throw new ConfigurationError(
      `${name} is missing or shorter than ${shortestSecret} characters. Write the secrets with merchant-edge secrets generate, and set them with wrangler secret bulk checkout.json`,
    )
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
