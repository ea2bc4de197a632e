import { createMiddleware } from 'hono/factory'
import type { CheckoutEnv } from '../checkout-env.ts'
import { renderErrorPage } from './error-page.ts'
import { chooseLocale } from './locale.ts'

/**
 * Lets nothing but GET pass. HEAD is refused too: Hono serves it by the handler of GET, and opening the
 * page of a payment creates one.
 */
export const onlyGet = createMiddleware(async (c, next) => {
  if (c.req.raw.method === 'GET') return next()
  return c.text('method not allowed', 405, { allow: 'GET' })
})

/** Turns away an address that asks too often, where the binding PAY_LIMIT says what that is. */
export const limitRate = createMiddleware<{ Bindings: CheckoutEnv }>(async (c, next) => {
  const { PAY_LIMIT } = c.env
  if (PAY_LIMIT === undefined) return next()
  const key = c.req.header('cf-connecting-ip') ?? 'unknown'
  const { success } = await PAY_LIMIT.limit({ key })
  return success ? next() : renderErrorPage(c, chooseLocale(c), 'rateLimited')
})
