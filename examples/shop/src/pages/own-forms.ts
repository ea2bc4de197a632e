import { createMiddleware } from 'hono/factory'
import type { ShopHono } from '../shop-hono.ts'

/**
 * Takes forms of the shop's own pages only, whatever type their body has: the browser says where a form comes from, in
 * `Sec-Fetch-Site`, or in `Origin` where it is older.
 */
export const ownFormsOnly = createMiddleware<ShopHono>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const site = c.req.header('sec-fetch-site')
  const isOwn =
    site === undefined
      ? c.req.header('origin') === new URL(c.env.SHOP_URL).origin
      : site === 'same-origin'
  return isOwn ? next() : c.text('This form was not sent by a page of the shop.', 403)
})
