import { createMiddleware } from 'hono/factory'
import type { CheckoutEnv } from '../checkout-env.ts'
import { checkoutSecrets } from './checkout-secrets.ts'
import { refuseCaller } from './refuse-caller.ts'
import { bearerOf, digestOf, isSameDigest } from './secret-digest.ts'

/**
 * Allows a request only with the shop's current or previous secret in `Authorization: Bearer`.
 *
 * @throws ConfigurationError when this Worker has no secret to compare with
 */
export const requireBearer = createMiddleware<{ Bindings: CheckoutEnv }>(async (c, next) => {
  const secrets = checkoutSecrets(c.env)
  const given = bearerOf(c.req.header('authorization'))
  if (given !== undefined) {
    const digest = await digestOf(given)
    for (const [index, secret] of secrets.entries()) {
      if (!isSameDigest(digest, await digestOf(secret))) continue
      const name = index === 0 ? 'CHECKOUT_SECRET' : 'CHECKOUT_SECRET_PREVIOUS'
      c.var.securityLogNowAndThen('bearer_let_in', { secret: name })
      return next()
    }
  }
  return refuseCaller(c, {
    code: c.req.header('authorization') === undefined ? 'bearer_missing' : 'bearer_wrong',
    message: 'The bearer secret is missing or wrong.',
    remedy: 'Send the header Authorization: Bearer with the value of CHECKOUT_SECRET.',
  })
})
