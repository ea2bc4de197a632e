import { Hono } from 'hono'
import * as v from 'valibot'
import { refundOrder } from '../checkout/checkout-api.ts'
import { formFields } from '../pages/form-fields.ts'
import { adminPage } from './admin-page.ts'
import { localeOf } from '../pages/locale.ts'
import { randomId } from '../random-id.ts'
import { listShopOrders } from '../store/shop-orders.ts'
import type { ShopContext, ShopHono } from '../account/sign-on.ts'

const refundForm = v.object({
  order: v.pipe(v.string(), v.regex(/^EB-[a-z0-9]{16}$/)),
  id: v.pipe(v.string(), v.regex(/^R-[a-z0-9]{16}$/)),
  vnd: v.pipe(v.string(), v.regex(/^[1-9]\d{0,11}$/), v.transform(Number)),
})

async function showAdmin(c: ShopContext, notice?: string) {
  const orders = await listShopOrders(c.env.DB)
  return c.html(adminPage(localeOf(c), { orders, notice, newRefundId: () => randomId('R') }))
}

async function refund(c: ShopContext) {
  const { messages } = localeOf(c)
  const form = v.safeParse(refundForm, await formFields(c))
  if (!form.success) return showAdmin(c, messages.refundNotDone)
  const { order, id, vnd } = form.output
  const answer = await refundOrder(c.env, order, { id, vnd, staffId: 'back-office' }).catch(
    () => undefined,
  )
  const isUnknown = answer === undefined || answer.status === 202 || answer.status >= 500
  if (isUnknown) return showAdmin(c, messages.refundOpen)
  return showAdmin(c, answer.status === 200 ? messages.refundDone : messages.refundNotDone)
}

/**
 * A back office without a login: it answers on this machine only, and is there to show refunds.
 */
export function adminRoutes(): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  app.use('/admin/*', async (c, next) => {
    const { hostname } = new URL(c.req.url)
    if (hostname !== 'localhost' && hostname !== '127.0.0.1') return c.notFound()
    return next()
  })
  app.get('/admin', (c) => showAdmin(c))
  app.post('/admin/refunds', refund)
  return app
}
