import { isOwnForm } from '@merchant-edge/pages'
import { createMiddleware } from 'hono/factory'
import type { ShopHono } from '../shop-hono.ts'
import { refuseForm } from './refused-form.ts'

/** Accepts only forms of the shop's own pages. */
export const ownFormsOnly = createMiddleware<ShopHono>(async (c, next) => {
  return isOwnForm(c, c.env.SHOP_URL) ? next() : refuseForm(c, 'foreignForm', 403)
})
