import { createMiddleware } from 'hono/factory'
import { dropCookie } from '../pages/cookies.ts'
import { dropVoucher } from '../pages/voucher-cookie.ts'
import type { ShopHono } from '../shop-hono.ts'
import { dropGuestKeys } from './guest-key.ts'

/** Leaves nothing of a customer in the browser who signs out: the next one at this screen is another. */
export const forgetOnSignOut = createMiddleware<ShopHono>(async (c, next) => {
  await next()
  if (c.res.status !== 303) return
  dropCookie(c, 'basket')
  dropVoucher(c)
  dropGuestKeys(c)
})
