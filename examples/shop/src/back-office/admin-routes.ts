import { Hono } from 'hono'
import { basicAuth } from 'hono/basic-auth'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { refundOrder } from '../checkout/checkout-api.ts'
import { formFields } from '../pages/form-fields.ts'
import { adminPage, type AdminView, type WrongRefund } from './admin-page.ts'
import { localeOf } from '../pages/locale.ts'
import { readOrderPage } from '../orders/order-routes.ts'
import { orderPage } from '../orders/order-page.ts'
import { messagePage } from '../pages/message-page.ts'
import { randomId } from '../random-id.ts'
import type { ShopContext, ShopHono } from '../shop-hono.ts'
import { listShopOrders } from '../store/shop-orders.ts'

const refundForm = v.object({
  order: v.pipe(v.string(), v.regex(/^EB-[a-z0-9]{16}$/)),
  id: v.pipe(v.string(), v.regex(/^R-[a-z0-9]{16}$/)),
  vnd: v.pipe(v.string(), v.regex(/^[1-9]\d{0,11}$/), v.transform(Number)),
})

/** What nobody guesses, however often they may try. */
const leastPasswordLength = 24

async function showAdmin(c: ShopContext, shown: Pick<AdminView, 'notice' | 'wrong'> = {}) {
  const orders = await listShopOrders(c.env.DB)
  const page = adminPage(localeOf(c), { orders, ...shown, newRefundId: () => randomId('R') })
  return c.html(page, shown.wrong === undefined ? 200 : 422)
}

/** The order and the amount of a refund form, as the staff typed it. */
function wrongRefund(form: Readonly<Record<string, unknown>>): WrongRefund {
  const { order: orderId = '', vnd: amount = '' } = form
  return { orderId: String(orderId), amount: String(amount).slice(0, 12) }
}

async function refund(c: ShopContext) {
  const { messages } = localeOf(c)
  const fields = await formFields(c)
  const form = v.safeParse(refundForm, fields)
  if (!form.success) return showAdmin(c, { wrong: wrongRefund(fields) })
  const { order, id, vnd } = form.output
  const answer = await refundOrder(c.var.shop, order, { id, vnd, staffId: 'back-office' }).catch(
    () => undefined,
  )
  const isUnknown = answer === undefined || answer.status === 202 || answer.status >= 500
  if (isUnknown) return showAdmin(c, { notice: messages.refundOpen })
  if (answer.reason === 'not_refundable') return showAdmin(c, { wrong: wrongRefund(fields) })
  return showAdmin(c, {
    notice: answer.status === 200 ? messages.refundDone : messages.refundNotDone,
  })
}

async function showOrder(c: ShopContext) {
  const locale = localeOf(c)
  const { path } = c.req
  const view = await readOrderPage(c, c.req.param('id') ?? '')
  if (view === undefined) {
    return c.html(messagePage(locale, { path, text: locale.messages.orderNotFound }), 404)
  }
  // Gift codes, vouchers and the address of the payment are the customer's own.
  const extras = view.extras && { ...view.extras, giftCodes: [], voucher: null }
  return c.html(orderPage(locale, { ...view, extras, path, payUrl: undefined }))
}

/** Lets staff in who know the password; without one there is no back office. */
const staffOnly = createMiddleware<ShopHono>(async (c, next) => {
  const { BACK_OFFICE_PASSWORD: password } = c.env
  if (password === undefined) return c.notFound()
  if (password.length < leastPasswordLength) {
    throw new TypeError(
      `BACK_OFFICE_PASSWORD must have at least ${leastPasswordLength} characters: openssl rand -base64 24`,
    )
  }
  return basicAuth({ username: 'staff', password, realm: 'back office' })(c, next)
})

/** The orders of the shop for its staff, and their refunds. */
export function adminRoutes(): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  app.use('/admin/*', staffOnly)
  app.get('/admin', (c) => showAdmin(c))
  app.get('/admin/orders/:id', showOrder)
  app.post('/admin/refunds', refund)
  return app
}
