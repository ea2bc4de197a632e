import { Hono } from 'hono'
import * as v from 'valibot'
import { refundOrder } from './checkout-api.ts'
import { formFields } from './form-fields.ts'
import { adminPage } from './pages/admin-page.ts'
import { speechOf } from './pages/speech.ts'
import { randomId } from './random-id.ts'
import { listShopOrders } from './shop-orders.ts'
import type { ShopContext, ShopHono } from './sign-on.ts'

const refundForm = v.object({
  order: v.pipe(v.string(), v.regex(/^EB-[a-z0-9]{16}$/)),
  id: v.pipe(v.string(), v.regex(/^R-[a-z0-9]{16}$/)),
  vnd: v.pipe(v.string(), v.regex(/^[1-9]\d{0,11}$/), v.transform(Number)),
})

async function showAdmin(c: ShopContext, notice?: string) {
  const orders = await listShopOrders(c.env.DB)
  return c.html(adminPage(speechOf(c), { orders, notice, newRefundId: () => randomId('R') }))
}

async function refund(c: ShopContext) {
  const { texts } = speechOf(c)
  const form = v.safeParse(refundForm, await formFields(c))
  if (!form.success) return showAdmin(c, texts.refundNotDone)
  const { order, id, vnd } = form.output
  const answer = await refundOrder(c.env, order, { id, vnd, staffId: 'back-office' }).catch(
    () => undefined,
  )
  const isUnknown = answer === undefined || answer.status === 202 || answer.status >= 500
  if (isUnknown) return showAdmin(c, texts.refundOpen)
  return showAdmin(c, answer.status === 200 ? texts.refundDone : texts.refundNotDone)
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
