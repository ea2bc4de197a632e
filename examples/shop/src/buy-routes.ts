import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { changeBasket, readBasket, totalVnd, writeBasket, type BasketLine } from './basket.ts'
import { findBook } from './catalogue.ts'
import { announceOrder, readOrder } from './checkout-api.ts'
import { formFields } from './form-fields.ts'
import { basketPage } from './pages/basket-page.ts'
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
  method: v.picklist(['web-payment', 'transaction-qr']),
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

function showBasket(c: ShopContext, hasFailed = false) {
  const view = { lines: basketOf(c), orderId: randomId('EB'), hasFailed }
  return c.html(basketPage(speechOf(c), view), hasFailed ? 502 : 200)
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
  const amountVnd = totalVnd(lines)
  await saveShopOrder(c.env.DB, { id, basket: writeBasket(lines), amountVnd })
  const description = lines
    .map(({ book, quantity }) => `${quantity} × ${book.title[language]}`)
    .join(', ')
  const announced = await announceOrder(c.env, {
    id,
    amountVnd,
    description: description.slice(0, 255),
    returnUrl: `${c.env.SHOP_URL}/orders/${id}`,
  }).catch(() => undefined)
  if (announced?.order === undefined) return showBasket(c, true)
  keepBasket(c, [])
  return c.redirect(payUrl(c.env, id, method), 303)
}

async function showOrder(c: ShopContext) {
  const speech = speechOf(c)
  const id = c.req.param('id') ?? ''
  const shopOrder = await findShopOrder(c.env.DB, id)
  if (shopOrder === undefined) {
    return c.html(messagePage(speech, '/', speech.texts.orderNotFound), 404)
  }
  const answer = await readOrder(c.env, id).catch(() => undefined)
  const view = {
    shopOrder,
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
  app.get('/basket', (c) => showBasket(c))
  app.post('/basket', changeLine)
  app.post('/orders', buy)
  app.get('/orders/:id', showOrder)
  return app
}
