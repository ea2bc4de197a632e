import { createMiddleware } from 'hono/factory'
import { dropCookie } from '../pages/cookies.ts'
import { dropVoucher } from '../pages/voucher-cookie.ts'
import type { ShopHono } from '../shop-hono.ts'
import { dropGuestKeys } from './guest-key.ts'

/**
 * Removes all data of the customer from the browser at sign-out, because other people may use it
 * next.
 */
export const forgetOnSignOut = createMiddleware<ShopHono>(async (c, next) => {
  await next()
  if (c.res.status !== 303) return
  dropCookie(c, 'basket')
  dropVoucher(c)
  dropGuestKeys(c)
})
