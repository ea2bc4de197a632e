import { createMiddleware } from 'hono/factory'
import { isLimited } from '../api/limits.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import { renderErrorPage } from './error-page.ts'
import { chooseLocale } from './locale.ts'

/**
 * Allows only GET. HEAD is refused too, because Hono serves it by the handler of GET, and opening
 * the page of a payment creates a payment.
 */
export const onlyGet = createMiddleware(async (c, next) => {
  if (c.req.raw.method === 'GET') return next()
  return c.text('method not allowed', 405, { allow: 'GET' })
})

/** Refuses a client address that exceeds the rate limit of the binding PAY_LIMIT, if it is set. */
export const limitPages = createMiddleware<{ Bindings: CheckoutEnv }>(async (c, next) => {
  const isTurnedAway = await isLimited(c, c.env.PAY_LIMIT, 'page')
  return isTurnedAway ? renderErrorPage(c, chooseLocale(c), 'rateLimited') : next()
})
