import type { SecurityEventCode } from '@merchant-edge/pages'
import type { Context } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'
import { type ApiError, errorAnswer } from './api-error.ts'
import { isLimited, limitedSeconds } from './limits.ts'

/** Answers 429 to a program that asks too often. */
export function tooManyRequests(c: Context): Response {
  c.header('retry-after', String(limitedSeconds))
  return errorAnswer(c, {
    status: 429,
    error: {
      reason: 'rate_limited',
      message: 'This address has asked too often.',
      remedy: `Ask again in ${limitedSeconds} seconds.`,
    },
  })
}

/**
 * Answers a request without a valid bearer token: 401, or 429 when its client address was refused
 * too often. Only refused requests are counted, so that wrong tokens of others cannot lock out a
 * valid one.
 */
export async function refuseCaller<Hono extends { Bindings: CheckoutEnv }>(
  c: Context<Hono>,
  { code, message, remedy }: { code: SecurityEventCode } & Pick<ApiError, 'message' | 'remedy'>,
): Promise<Response> {
  if (await isLimited(c, c.env.REFUSAL_LIMIT, 'refused')) return tooManyRequests(c)
  c.var.securityLog(code)
  c.header('www-authenticate', 'Bearer')
  return errorAnswer(c, { status: 401, error: { reason: 'unauthorized', message, remedy } })
}
