import type { Language } from '@merchant-edge/pages'
import { Hono } from 'hono'
import * as v from 'valibot'
import { guestId, isSignedInId, signedInId } from '../account/customer.ts'
import { guestKey, keepGuestKey, readGuestKey } from '../account/guest-key.ts'
import { readCustomer, signInPath, toSignIn } from '../account/sign-on.ts'
import { creditCustomer } from '../account/waiting-points.ts'
import { basketOf, keepBasket, showBasket } from '../basket/basket-routes.ts'
import { readBasket, totalVnd } from '../basket/basket.ts'
import { voucherOfBasket } from '../basket/voucher-of-basket.ts'
import { announceOrder, type CheckoutAnswer, readOrder } from '../checkout/checkout-api.ts'
import { claimAnnouncement } from '../loyalty/voucher-of-order.ts'
import { formFields } from '../pages/form-fields.ts'
import { localeOf } from '../pages/locale.ts'
import { messagePage } from '../pages/message-page.ts'
import { dropVoucher } from '../pages/voucher-cookie.ts'
import type { ShopContext, ShopHono } from '../shop-hono.ts'
import { findOrderExtras, type OrderExtras } from '../store/order-extras.ts'
import { findShopOrder, type ShopOrder } from '../store/shop-orders.ts'
import { awaitedBy } from './complete-order.ts'
import { orderPage, type OrderPageView } from './order-page.ts'
import { placeOrder } from './place-order.ts'

const orderForm = v.object({
  id: v.pipe(v.string(), v.regex(/^EB-[2-9a-hjkmnp-z]{16}$/)),
  key: guestKey,
  method: v.picklist(['web-payment', 'transaction-qr', 'linked-wallet']),
  /** The price that the page has shown; pages of an earlier version do not send it. */
  total: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number))),
})

type OrderForm = v.InferOutput<typeof orderForm>

/**
 * Address of checkout's payment page in the language of the shop's page, because checkout is
 * another host and does not know the customer's choice. The order's own page when checkout names no
 * address.
 */
function payUrl(
  announced: CheckoutAnswer | undefined,
  {
    id,
    method,
    language,
  }: { readonly id: string; readonly method: string; readonly language: Language },
): string {
  const urls = new Map([
    ['transaction-qr', announced?.qrPaymentUrl],
    ['linked-wallet', announced?.linkedPaymentUrl],
  ])
  const url = URL.parse(urls.get(method) ?? announced?.paymentUrl ?? '')
  url?.searchParams.set('lang', language)
  return url?.href ?? `/orders/${id}`
}

function placedOrder({ id, key }: OrderForm, extras: OrderExtras) {
  const { voucher, voucherState, discountVnd } = extras
  const isUsed = voucher !== null && voucherState === 'used'
  return {
    orderId: id,
    guestKey: key,
    ...(isUsed && { voucher: { serial: voucher, discountVnd } }),
  }
}

/**
 * Creates a stored order at the checkout and redirects its customer to the payment; safe to repeat.
 */
async function announce(
  c: ShopContext,
  form: OrderForm,
  { order, extras }: { readonly order: ShopOrder; readonly extras: OrderExtras },
) {
  const { shop } = c.var
  const { id, basket, amountVnd } = order
  if (!(await claimAnnouncement(shop, id))) return showBasket(c, { notice: 'voucher-refused' })
  const { language } = localeOf(c)
  const description = readBasket(basket)
    .map(({ book, quantity }) => `${quantity} × ${book.title[language]}`)
    .join(', ')
  const announced = await announceOrder(shop, {
    id,
    amountVnd,
    description: description.slice(0, 255),
    returnUrl: `${shop.env.SHOP_URL}/orders/${id}`,
    // Independent of the payment button, so that a repeat creates the same order.
    ...(isSignedInId(extras.customer) && { linkedCustomerId: extras.customer }),
  }).catch(() => undefined)
  if (announced?.order === undefined) {
    return showBasket(c, { notice: 'checkout-down', placed: placedOrder(form, extras) })
  }
  keepBasket(c, [])
  dropVoucher(c)
  return c.redirect(payUrl(announced, { id, method: form.method, language }), 303)
}

/**
 * Stores the order of a basket at the price that its page has shown; returns an answer when no
 * order can be made.
 */
async function place(
  c: ShopContext,
  { id, total }: OrderForm,
  customer: string,
): Promise<Response | undefined> {
  const lines = basketOf(c)
  if (lines.length === 0) return c.redirect('/basket', 303)
  const voucher = await voucherOfBasket(c, lines)
  // The page has shown the price with it: the whole price is not charged before it was shown.
  if (voucher?.outcome === 'unknown') return showBasket(c, { notice: 'voucher-unknown' })
  if (voucher?.outcome === 'refused') {
    dropVoucher(c)
    return showBasket(c, { notice: 'voucher-refused', isVoucherGone: true })
  }
  // Another tab has changed the basket since, or the discount of the voucher has changed.
  const amountVnd = totalVnd(lines) - (voucher?.discountVnd ?? 0)
  if (total !== undefined && total !== amountVnd) {
    return showBasket(c, { notice: 'basket-changed' })
  }
  const wallet = await readCustomer(c)
  // The session has ended while the wallet was asked: nothing is bought in the name of its customer.
  if (isSignedInId(customer) && (await signedInId(c)) === undefined) return toSignIn(c, '/basket')
  const problem = await placeOrder(c.var.shop, {
    id,
    customer,
    phone: wallet?.phone ?? null,
    isPhoneUnknown: wallet !== undefined && wallet.answer !== 'given',
    lines,
    voucher,
  })
  return problem === undefined ? undefined : showBasket(c, { notice: problem })
}

async function buy(c: ShopContext) {
  const parsed = v.safeParse(orderForm, await formFields(c))
  if (!parsed.success) return c.redirect('/basket', 303)
  const form = parsed.output
  const { id, key, method, total } = form
  const { shop } = c.var
  const signedIn = await signedInId(c)
  if (method === 'linked-wallet' && signedIn === undefined) return toSignIn(c, '/basket')
  const guest = await guestId(key)
  if ((await findShopOrder(shop.env.DB, id)) === undefined) {
    const answer = await place(c, form, signedIn ?? guest)
    if (answer !== undefined) return answer
  }
  const [order, extras] = await Promise.all([
    findShopOrder(shop.env.DB, id),
    findOrderExtras(shop.env.DB, id),
  ])
  const isOwn = extras !== undefined && [signedIn, guest].includes(extras.customer)
  // The id of another customer's order must not lead to that customer's wallet.
  if (order === undefined || !isOwn) return c.redirect('/basket', 303)
  if (total !== undefined && total !== order.amountVnd) {
    return showBasket(c, { notice: 'basket-changed' })
  }
  if (extras.customer === guest) keepGuestKey(c, id, key)
  return announce(c, form, { order, extras })
}

/**
 * Whether an order was made by the sender of this request: signed in, or as a guest of this
 * browser.
 */
async function isOwnOrder(c: ShopContext, { orderId, customer }: OrderExtras): Promise<boolean> {
  if (customer === (await signedInId(c))) return true
  const key = readGuestKey(c, orderId)
  return key !== undefined && customer === (await guestId(key))
}

/** The content of an order's page for a person who may see all of it. */
async function readOrderPage(
  c: ShopContext,
  id: string,
): Promise<Omit<OrderPageView, 'path' | 'wallet'> | undefined> {
  const { shop } = c.var
  const shopOrder = await findShopOrder(shop.env.DB, id)
  if (shopOrder === undefined) return undefined
  const answer = await readOrder(shop, id).catch(() => undefined)
  // A webhook proves that the order was created at the checkout, even if the checkout does not
  // answer now.
  const isAnnounced = answer?.status !== 404 || shopOrder.state !== 'open'
  // Read after the order: an order that is shown as fulfilled then has all of its gift codes
  // stored.
  const extras = await findOrderExtras(shop.env.DB, id)
  return {
    shopOrder,
    awaited: awaitedBy(shopOrder, extras),
    extras,
    lines: readBasket(shopOrder.basket),
    now: shop.relyingParty.nowSeconds(),
    order: answer?.order ?? (isAnnounced ? 'no_answer' : 'not_announced'),
    payUrl: payUrl(answer, { id, method: 'web-payment', language: localeOf(c).language }),
  }
}

async function showOrder(c: ShopContext) {
  const locale = localeOf(c)
  const id = c.req.param('id') ?? ''
  const extras = await findOrderExtras(c.var.shop.env.DB, id)
  const isOwn = extras !== undefined && (await isOwnOrder(c, extras))
  const wallet = isOwn && extras.pointsWait ? await creditCustomer(c, extras.customer) : undefined
  const view = isOwn ? await readOrderPage(c, id) : undefined
  if (view !== undefined)
    return c.html(orderPage(locale, { ...view, path: `/orders/${id}`, wallet }))
  // The same answer whether there is such an order or not.
  const { orderNotFound: text, orderNotShown: detail, signIn } = locale.messages
  const { path } = c.req
  const way = { text: signIn, href: signInPath(path) }
  return c.html(messagePage(locale, { path, text, detail, way }), 404)
}

/** The routes of an order: buy, and look at its progress. */
export function orderRoutes(): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  app.post('/orders', buy)
  app.get('/orders/:id', showOrder)
  return app
}
