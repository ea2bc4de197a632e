import { Hono } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import * as v from 'valibot'
import { customerId, customerPhone, knownCustomerIds } from '../account/customer.ts'
import type { ShopContext, ShopHono } from '../account/sign-on.ts'
import { basketOf, keepBasket, showBasket } from '../basket/basket-routes.ts'
import { readBasket } from '../basket/basket.ts'
import { voucherOfBasket } from '../basket/voucher-of-basket.ts'
import { announceOrder, readOrder } from '../checkout/checkout-api.ts'
import { claimAnnouncement } from '../loyalty/voucher-of-order.ts'
import { formFields } from '../pages/form-fields.ts'
import { localeOf } from '../pages/locale.ts'
import { messagePage } from '../pages/message-page.ts'
import type { ShopEnv } from '../shop-env.ts'
import { findOrderExtras } from '../store/order-extras.ts'
import { findShopOrder, type ShopOrder } from '../store/shop-orders.ts'
import { awaitedBy } from './complete-order.ts'
import { orderPage } from './order-page.ts'
import { placeOrder } from './place-order.ts'

const orderForm = v.object({
  id: v.pipe(v.string(), v.regex(/^EB-[2-9a-hjkmnp-z]{16}$/)),
  method: v.picklist(['web-payment', 'transaction-qr', 'linked-wallet']),
})

function payUrl({ CHECKOUT_URL }: ShopEnv, id: string, method: string): string {
  return `${CHECKOUT_URL}/pay/${id}${method === 'transaction-qr' ? '/qr' : ''}`
}

/** Announces a saved order to checkout and leads its customer to the payment; safe to repeat. */
async function announce(c: ShopContext, order: ShopOrder, method: string) {
  const { id, basket, amountVnd } = order
  if (!(await claimAnnouncement(c.env, id))) return showBasket(c, { notice: 'voucher-refused' })
  const { language } = localeOf(c)
  const description = readBasket(basket)
    .map(({ book, quantity }) => `${quantity} × ${book.title[language]}`)
    .join(', ')
  const announced = await announceOrder(c.env, {
    id,
    amountVnd,
    description: description.slice(0, 255),
    returnUrl: `${c.env.SHOP_URL}/orders/${id}`,
    // Whatever button was pressed first: the same order is announced the same way.
    linkedCustomerId: await customerId(c),
  }).catch(() => undefined)
  if (announced?.order === undefined)
    return showBasket(c, { notice: 'checkout-down', placedId: id })
  keepBasket(c, [])
  deleteCookie(c, 'voucher', { path: '/' })
  const linkedUrl = method === 'linked-wallet' ? announced.linkedPaymentUrl : undefined
  return c.redirect(linkedUrl ?? payUrl(c.env, id, method), 303)
}

async function buy(c: ShopContext) {
  const form = v.safeParse(orderForm, await formFields(c))
  if (!form.success) return c.redirect('/basket', 303)
  const { id, method } = form.output
  const customer = await customerId(c)
  if ((await findShopOrder(c.env.DB, id)) === undefined) {
    const lines = basketOf(c)
    if (lines.length === 0) return c.redirect('/basket', 303)
    const voucher = await voucherOfBasket(c, lines)
    if (voucher === undefined && getCookie(c, 'voucher') !== undefined) {
      // The page has shown the price with it: the whole price is not charged before it was shown.
      deleteCookie(c, 'voucher', { path: '/' })
      return showBasket(c, { notice: 'voucher-refused', isVoucherGone: true })
    }
    const phone = customerPhone(c) ?? null
    const problem = await placeOrder(c.env, { id, customer, phone, lines, voucher })
    if (problem !== undefined) return showBasket(c, { notice: problem })
  }
  const [order, extras] = await Promise.all([
    findShopOrder(c.env.DB, id),
    findOrderExtras(c.env.DB, id),
  ])
  // The id of somebody else's order leads nobody to that customer's wallet.
  if (order === undefined || extras?.customer !== customer) return c.redirect('/basket', 303)
  return announce(c, order, method)
}

async function showOrder(c: ShopContext) {
  const locale = localeOf(c)
  const id = c.req.param('id') ?? ''
  const shopOrder = await findShopOrder(c.env.DB, id)
  if (shopOrder === undefined) {
    return c.html(messagePage(locale, '/', locale.messages.orderNotFound), 404)
  }
  const answer = await readOrder(c.env, id).catch(() => undefined)
  // After the order: one that is shown as fulfilled has all of its gift codes on disk.
  const extras = await findOrderExtras(c.env.DB, id)
  const owners = await knownCustomerIds(c)
  const view = {
    shopOrder,
    awaited: awaitedBy(shopOrder, extras),
    extras:
      extras === undefined || owners.includes(extras.customer)
        ? extras
        : { ...extras, giftCodes: [], voucher: null },
    lines: readBasket(shopOrder.basket),
    order: answer?.order,
    payUrl: payUrl(c.env, id, 'web-payment'),
  }
  return c.html(orderPage(locale, view))
}

/** What a customer does about an order: buy, and look how far it is. */
export function orderRoutes(): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  app.post('/orders', buy)
  app.get('/orders/:id', showOrder)
  return app
}
