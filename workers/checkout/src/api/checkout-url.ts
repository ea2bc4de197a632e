import { type CheckoutEnv, ConfigurationError } from '../checkout-env.ts'

/**
 * The origin under which customers reach this Worker. It comes from the configuration, never from a request: the
 * addresses that are made of it are given to customers, and carry keys.
 *
 * @throws ConfigurationError when CHECKOUT_URL is missing or more than an origin
 */
export function checkoutUrl({ CHECKOUT_URL = '' }: Pick<CheckoutEnv, 'CHECKOUT_URL'>): string {
  const url = URL.parse(CHECKOUT_URL)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.href !== `${url.origin}/`) {
    throw new ConfigurationError(
      'CHECKOUT_URL is missing or not an origin such as https://checkout.example.com. Set the variable in wrangler.jsonc to the value that the orders Worker has.',
    )
  }
  return url.origin
}
