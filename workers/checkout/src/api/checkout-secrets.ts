import { type CheckoutEnv, ConfigurationError } from '../checkout-env.ts'

const shortestSecret = 16

/**
 * The secrets that the shop's backend may send, and that keys of addresses may have been made under: the one of now,
 * then the one before.
 *
 * @throws ConfigurationError when this Worker has no secret, or one that is too short
 */
export function checkoutSecrets({
  CHECKOUT_SECRET,
  CHECKOUT_SECRET_PREVIOUS = '',
}: Pick<CheckoutEnv, 'CHECKOUT_SECRET' | 'CHECKOUT_SECRET_PREVIOUS'>): readonly [
  string,
  ...string[],
] {
  if (CHECKOUT_SECRET === undefined || CHECKOUT_SECRET.length < shortestSecret) {
    throw new ConfigurationError(
      `CHECKOUT_SECRET is missing or shorter than ${shortestSecret} characters. Set it with: openssl rand -base64 24 | wrangler secret put CHECKOUT_SECRET`,
    )
  }
  const hasPrevious = CHECKOUT_SECRET_PREVIOUS.length >= shortestSecret
  return hasPrevious ? [CHECKOUT_SECRET, CHECKOUT_SECRET_PREVIOUS] : [CHECKOUT_SECRET]
}
