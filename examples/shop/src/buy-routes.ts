import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { changeBasket, readBasket, totalVnd, writeBasket, type BasketLine } from './basket.ts'
import { findBook } from './catalogue.ts'
import { announceOrder, readOrder } from './checkout-api.ts'
import { awaitedBy } from './complete-order.ts'
import { customerId, customerPhone, knownCustomerIds } from './customer.ts'
import { formFields } from './form-fields.ts'
import { findLinkedWallet } from './linked-wallet.ts'
import { checkVoucher } from './loyalty.ts'
import { findOrderExtras } from './order-extras.ts'
import { basketPage, type BasketNotice } from './pages/basket-page.ts'
import { booksPage } from './pages/books-page.ts'
import { messagePage } from './pages/message-page.ts'
import { orderPage } from './pages/order-page.ts'
import { speechOf } from './pages/speech.ts'
import { placeOrder } from './place-order.ts'
import { randomId } from './random-id.ts'
import type { ShopEnv } from './shop-env.ts'
import { findShopOrder, type ShopOrder } from './shop-orders.ts'
import type { ShopContext, ShopHono } from './sign-on.ts'
import { voucherOfBasket, voucherOfPlacedOrder, voucherSerial } from './voucher-of-basket.ts'
import { claimAnnouncement, freeStrandedVoucher } from './voucher-of-order.ts'

const lineForm = v.object({
  book: v.string(),
  change: v.pipe(v.picklist(['-1', '1']), v.transform(Number)),
})

const orderForm = v.object({
  id: v.pipe(v.string(), v.regex(/^EB-[2-9a-hjkmnp-z]{16}$/)),
  method: v.picklist(['web-payment', 'transaction-qr', 'linked-wallet']),
})

const voucherForm = v.object({
  serial: v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.regex(voucherSerial))]),
})

function basketOf(c: ShopContext): readonly BasketLine[] {
  return readBasket(getCookie(c, 'basket'))
}

function keepBasket(c: ShopContext, lines: readonly BasketLine[]): void {
  setCookie(c, 'basket', writeBasket(lines), { path: '/', sameSite: 'Lax', httpOnly: true })
}

async function changeLine(c: ShopContext) {
  const form = v.safeParse(lineForm, await formFields(c))
  const book = form.success ? findBook(form.output.book) : undefined
  if (!form.success || book === undefined) return c.redirect('/', 303)
  keepBasket(c, changeBasket(basketOf(c), book, form.output.change))
  return c.redirect('/basket', 303)
}

async function linkedPhoneOf(c: ShopContext): Promise<string | undefined> {
  const link = await findLinkedWallet(c.env, await customerId(c)).catch(() => undefined)
  return link?.state === 'linked' ? (link.phone ?? '') : undefined
}

interface Shown {
  readonly notice?: BasketNotice | undefined
  /** Order of this page that is on disk already. */
  readonly placedId?: string
  /** Whether the voucher of the basket was taken out just now. */
  readonly isVoucherGone?: boolean
}

async function showBasket(c: ShopContext, { notice, placedId, isVoucherGone }: Shown = {}) {
  const lines = basketOf(c)
  const [placed, voucher, linkedPhone] = await Promise.all([
    placedId === undefined ? undefined : voucherOfPlacedOrder(c, placedId),
    isVoucherGone === true ? undefined : voucherOfBasket(c, lines),
    linkedPhoneOf(c),
  ])
  const orderId = placedId ?? randomId('EB')
  const view = { lines, orderId, notice, voucher: placed ?? voucher, linkedPhone }
  return c.html(basketPage(speechOf(c), view), notice === undefined ? 200 : 502)
}

async function changeVoucher(c: ShopContext) {
  const form = v.safeParse(voucherForm, await formFields(c))
  const serial = form.success ? form.output.serial : ''
  if (serial === '') {
    deleteCookie(c, 'voucher', { path: '/' })
    return c.redirect('/basket', 303)
  }
  const check = () => checkVoucher(c.env, serial, totalVnd(basketOf(c))).catch(() => undefined)
  const isUsable =
    (await check()) !== undefined ||
    ((await freeStrandedVoucher(c.env, serial).catch(() => false)) && (await check()) !== undefined)
  if (!isUsable) return c.redirect('/basket?notice=voucher-refused', 303)
  setCookie(c, 'voucher', serial, { path: '/', sameSite: 'Lax', httpOnly: true })
  return c.redirect('/basket', 303)
}

function payUrl({ CHECKOUT_URL }: ShopEnv, id: string, method: string): string {
  return `${CHECKOUT_URL}/pay/${id}${method === 'transaction-qr' ? '/qr' : ''}`
}

/** Announces an order that is on disk and leads its customer to the payment; again and again if need be. */
async function announce(c: ShopContext, order: ShopOrder, method: string) {
  const { id, basket, amountVnd } = order
  if (!(await claimAnnouncement(c.env, id))) return showBasket(c, { notice: 'voucher-refused' })
  const { language } = speechOf(c)
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
  const speech = speechOf(c)
  const id = c.req.param('id') ?? ''
  const shopOrder = await findShopOrder(c.env.DB, id)
  if (shopOrder === undefined) {
    return c.html(messagePage(speech, '/', speech.texts.orderNotFound), 404)
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
  return c.html(orderPage(speech, view))
}

/** What a customer does: look, fill the basket, buy, see the order. */
export function buyRoutes(): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  app.get('/', (c) => {
    const count = basketOf(c).reduce((sum, { quantity }) => sum + quantity, 0)
    return c.html(booksPage(speechOf(c), count))
  })
  app.get('/basket', (c) =>
    showBasket(c, {
      notice: c.req.query('notice') === 'voucher-refused' ? 'voucher-refused' : undefined,
    }),
  )
  app.post('/voucher', changeVoucher)
  app.post('/basket', changeLine)
  app.post('/orders', buy)
  app.get('/orders/:id', showOrder)
  return app
}
