import { createMiddleware } from 'hono/factory'
import { type CheckoutEnv, ConfigurationError } from '../checkout-env.ts'
import { errorAnswer } from './api-error.ts'

const shortestSecret = 16

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** Compares two texts in constant time, by their SHA-256 digests. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(one), digest(other)])
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}

/**
 * Lets a request pass only with the shop's secret in `Authorization: Bearer`.
 *
 * @throws ConfigurationError when this Worker has no secret to compare with
 */
export const requireBearer = createMiddleware<{ Bindings: CheckoutEnv }>(async (c, next) => {
  const { CHECKOUT_SECRET } = c.env
  if (CHECKOUT_SECRET === undefined || CHECKOUT_SECRET.length < shortestSecret) {
    throw new ConfigurationError(
      `CHECKOUT_SECRET is missing or shorter than ${shortestSecret} characters. Set it with: openssl rand -base64 24 | wrangler secret put CHECKOUT_SECRET`,
    )
  }
  const [, given] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (given !== undefined && (await isSame(given, CHECKOUT_SECRET))) return next()
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
