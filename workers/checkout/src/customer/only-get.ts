import { createMiddleware } from 'hono/factory'

/**
 * Lets nothing but GET pass. HEAD is refused too: Hono serves it by the handler of GET, and opening the
 * page of a payment creates one.
 */
export const onlyGet = createMiddleware(async (c, next) => {
  if (c.req.raw.method === 'GET') return next()
  return c.text('method not allowed', 405, { allow: 'GET' })
})
