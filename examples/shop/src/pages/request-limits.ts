import { callerOf } from '@merchant-edge/pages'
import { createMiddleware } from 'hono/factory'
import type { ShopContext, ShopHono } from '../shop-hono.ts'
import { localeOf } from './locale.ts'
import { messagePage } from './message-page.ts'

/** Both limits count by the minute, which is what `Retry-After` says. */
export const periodSeconds = 60

function refuse(c: ShopContext): Response | Promise<Response> {
  const locale = localeOf(c)
  c.header('retry-after', String(periodSeconds))
  return c.html(messagePage(locale, { path: '/', text: locale.messages.tooOften }), 429)
}

/**
 * Counts a webhook whose signature is wrong, and says whether its address has sent too many, by
 * TRY_LIMIT.
 */
export async function hasForgedTooOften(c: ShopContext): Promise<boolean> {
  const limited = await c.env.TRY_LIMIT?.limit({ key: `webhook:${callerOf(c.req.raw)}` })
  return limited?.success === false
}

/** Refuses an IP address with too many requests, by the binding SHOP_LIMIT. */
export const limitRate = createMiddleware<ShopHono>(async (c, next) => {
  const limited = await c.env.SHOP_LIMIT?.limit({ key: callerOf(c.req.raw) })
  return limited?.success === false ? refuse(c) : next()
})

/**
 * Refuses an IP address with too many tries to guess secrets, by the binding TRY_LIMIT. Successful
 * tries count too, because otherwise the right value could still be found.
 */
export const limitTries = createMiddleware<ShopHono>(async (c, next) => {
  const limited = await c.env.TRY_LIMIT?.limit({ key: callerOf(c.req.raw) })
  return limited?.success === false ? refuse(c) : next()
})
