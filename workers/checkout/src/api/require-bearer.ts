import { createMiddleware } from 'hono/factory'
import { type CheckoutEnv, ConfigurationError } from '../checkout-env.ts'
import { errorAnswer } from './api-error.ts'
import { bearerOf, digestOf, isSameDigest } from './secret-digest.ts'

const shortestSecret = 16

/**
 * Lets a request pass only with the shop's secret, or the one before, in `Authorization: Bearer`.
 *
 * @throws ConfigurationError when this Worker has no secret to compare with
 */
export const requireBearer = createMiddleware<{ Bindings: CheckoutEnv }>(async (c, next) => {
  const { CHECKOUT_SECRET, CHECKOUT_SECRET_PREVIOUS } = c.env
  if (CHECKOUT_SECRET === undefined || CHECKOUT_SECRET.length < shortestSecret) {
    throw new ConfigurationError(
      `CHECKOUT_SECRET is missing or shorter than ${shortestSecret} characters. Set it with: openssl rand -base64 24 | wrangler secret put CHECKOUT_SECRET`,
    )
  }
  const given = bearerOf(c.req.header('authorization'))
  if (given !== undefined) {
    const digest = await digestOf(given)
    for (const secret of [CHECKOUT_SECRET, CHECKOUT_SECRET_PREVIOUS ?? '']) {
      const isSecret = secret.length >= shortestSecret
      if (isSecret && isSameDigest(digest, await digestOf(secret))) return next()
    }
  }
  c.header('www-authenticate', 'Bearer')
  return errorAnswer(c, {
    status: 401,
    error: {
      reason: 'unauthorized',
      message: 'The bearer secret is missing or wrong.',
      remedy: 'Send the header Authorization: Bearer with the value of CHECKOUT_SECRET.',
    },
  })
})
