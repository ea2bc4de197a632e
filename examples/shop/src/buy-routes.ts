import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { changeBasket, readBasket, totalVnd, writeBasket, type BasketLine } from './basket.ts'
import { findBook } from './catalogue.ts'
import { announceOrder, readOrder } from './checkout-api.ts'
import { customerId, customerPhone } from './customer.ts'
import { formFields } from './form-fields.ts'
import { findLinkedWallet } from './linked-wallet.ts'
import { checkVoucher, useVoucher } from './loyalty.ts'
import { findOrderExtras, saveOrderExtras } from './order-extras.ts'
import { basketPage, type BasketNotice } from './pages/basket-page.ts'
import { booksPage } from './pages/books-page.ts'
import { messagePage } from './pages/message-page.ts'
import { orderPage } from './pages/order-page.ts'
import { speechOf } from './pages/speech.ts'
import { randomId } from './random-id.ts'
import type { ShopEnv } from './shop-env.ts'
import { findShopOrder, saveShopOrder } from './shop-orders.ts'

type ShopContext = Context<{ Bindings: ShopEnv }>

const lineForm = v.object({
  book: v.string(),
  change: v.pipe(v.picklist(['-1', '1']), v.transform(Number)),
})

const orderForm = v.object({
  id: v.pipe(v.string(), v.regex(/^EB-[2-9a-hjkmnp-z]{16}$/)),
  method: v.picklist(['web-payment', 'transaction-qr', 'linked-wallet']),
})

const voucherSerial = /^[\x21-\x7e]{1,64}$/
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

/** The voucher of the basket, when it still takes something off. */
async function voucherOf(c: ShopContext, lines: readonly BasketLine[]) {
  const serial = getCookie(c, 'voucher')
  if (serial === undefined || !voucherSerial.test(serial) || lines.length === 0) return undefined
  const usable = await checkVoucher(c.env, serial, totalVnd(lines)).catch(() => undefined)
  return usable === undefined ? undefined : { serial, ...usable }
}

async function linkedPhoneOf(c: ShopContext): Promise<string | undefined> {
  const link = await findLinkedWallet(c.env, customerId(c)).catch(() => undefined)
  return link?.state === 'linked' ? (link.phone ?? '') : undefined
}

async function showBasket(c: ShopContext, notice?: BasketNotice) {
  const lines = basketOf(c)
  const [voucher, linkedPhone] = await Promise.all([voucherOf(c, lines), linkedPhoneOf(c)])
  const view = { lines, orderId: randomId('EB'), notice, voucher, linkedPhone }
  return c.html(basketPage(speechOf(c), view), notice === undefined ? 200 : 502)
}

async function changeVoucher(c: ShopContext) {
  const form = v.safeParse(voucherForm, await formFields(c))
  const serial = form.success ? form.output.serial : ''
  if (serial === '') {
    deleteCookie(c, 'voucher', { path: '/' })
    return c.redirect('/basket', 303)
  }
  const usable = await checkVoucher(c.env, serial, totalVnd(basketOf(c))).catch(() => undefined)
  if (usable === undefined) return c.redirect('/basket?notice=voucher-refused', 303)
  setCookie(c, 'voucher', serial, { path: '/', sameSite: 'Lax', httpOnly: true })
  return c.redirect('/basket', 303)
}

function payUrl({ CHECKOUT_URL }: ShopEnv, id: string, method: string): string {
  return `${CHECKOUT_URL}/pay/${id}${method === 'transaction-qr' ? '/qr' : ''}`
}

async function buy(c: ShopContext) {
  const form = v.safeParse(orderForm, await formFields(c))
  const lines = basketOf(c)
  if (!form.success || lines.length === 0) return c.redirect('/basket', 303)
  const { id, method } = form.output
  const { language } = speechOf(c)
  const voucher = await voucherOf(c, lines)
  if (voucher !== undefined) {
    const used = await useVoucher(c.env, { ...voucher, orderId: id }).catch(() => undefined)
    if (used?.outcome === 'refused') return showBasket(c, 'voucher-refused')
    if (used?.outcome !== 'accepted') return showBasket(c, 'voucher-unknown')
  }
  const discountVnd = voucher?.discountVnd ?? 0
  const amountVnd = totalVnd(lines) - discountVnd
  const phone = customerPhone(c) ?? null
  await saveOrderExtras(c.env.DB, {
    orderId: id,
    phone,
    voucher: voucher?.serial ?? null,
    discountVnd,
  })
  await saveShopOrder(c.env.DB, { id, basket: writeBasket(lines), amountVnd })
  const description = lines
    .map(({ book, quantity }) => `${quantity} × ${book.title[language]}`)
    .join(', ')
  const announced = await announceOrder(c.env, {
    id,
    amountVnd,
    description: description.slice(0, 255),
    returnUrl: `${c.env.SHOP_URL}/orders/${id}`,
    ...(method === 'linked-wallet' && { linkedCustomerId: customerId(c) }),
  }).catch(() => undefined)
  if (announced?.order === undefined) return showBasket(c, 'checkout-down')
  keepBasket(c, [])
  deleteCookie(c, 'voucher', { path: '/' })
  return c.redirect(announced.linkedPaymentUrl ?? payUrl(c.env, id, method), 303)
}

async function showOrder(c: ShopContext) {
  const speech = speechOf(c)
  const id = c.req.param('id') ?? ''
  const shopOrder = await findShopOrder(c.env.DB, id)
  if (shopOrder === undefined) {
    return c.html(messagePage(speech, '/', speech.texts.orderNotFound), 404)
  }
  const answer = await readOrder(c.env, id).catch(() => undefined)
  const extras = await findOrderExtras(c.env.DB, id)
  const view = {
    shopOrder,
    extras,
    lines: readBasket(shopOrder.basket),
    order: answer?.order,
    payUrl: payUrl(c.env, id, 'web-payment'),
  }
  return c.html(orderPage(speech, view))
}

/** What a customer does: look, fill the basket, buy, see the order. */
export function buyRoutes(): Hono<{ Bindings: ShopEnv }> {
  const app = new Hono<{ Bindings: ShopEnv }>()
  app.get('/', (c) => {
    const count = basketOf(c).reduce((sum, { quantity }) => sum + quantity, 0)
    return c.html(booksPage(speechOf(c), count))
  })
  app.get('/basket', (c) =>
    showBasket(c, c.req.query('notice') === 'voucher-refused' ? 'voucher-refused' : undefined),
  )
  app.post('/voucher', changeVoucher)
  app.post('/basket', changeLine)
  app.post('/orders', buy)
  app.get('/orders/:id', showOrder)
  return app
}
