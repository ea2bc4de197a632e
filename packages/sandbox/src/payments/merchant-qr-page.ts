import { html } from 'hono/html'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { findMerchant } from '../merchants/merchant-rights.ts'
import { findStore, type Store } from '../merchants/stores.ts'
import { formFields } from '../page-frame/forms.ts'
import { chooseLanguage, type Speech } from '../page-frame/language.ts'
import { messagePage, page, type Markup } from '../page-frame/layout.ts'
import { readTypedNumber } from '../page-frame/typed-number.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { beginMerchantQrPayment, merchantQrAmount } from './merchant-qr.ts'

/** What the wallet app shows after the fixed QR of a store was scanned. */
interface AmountView {
  readonly store: Store
  readonly merchantName: string
  /** The amount as it was typed. */
  readonly typed: string
  /** Whether the typed amount is not valid. */
  readonly isWrong: boolean
}

function amountPage(speech: Speech, view: AmountView): Markup {
  const { messages } = speech
  const { store, merchantName, typed, isWrong } = view
  const path = `/store/${encodeURIComponent(store.code)}`
  return page({
    ...speech,
    title: messages.payTitle,
    path,
    audience: 'customer',
    content: html`<form class="card" method="post" action="${path}">
      <p class="soft small">${messages.payTo} <strong>${merchantName}</strong></p>
      <h1>${store.name}</h1>
      ${isWrong ? html`<div class="notice bad" role="alert">${messages.typedAmountWrong}</div>` : ''}
      <label for="amount">${messages.typeAmount}</label>
      <input
        id="amount"
        type="number"
        name="amountVnd"
        inputmode="numeric"
        min="1"
        max="1000000000"
        step="1"
        value="${typed}"
        required
        autofocus
      />
      <button class="main wide">${messages.goOn}</button>
    </form>`,
  })
}

type PageContext = Context<SandboxHono>

/** An open store of an open merchant. */
async function openStore(c: PageContext) {
  const { database } = c.var.sandbox
  const store = await findStore(database, c.req.param('storeCode') ?? '')
  const merchant = store && (await findMerchant(database, store.merchantCode))
  if (store?.status !== 'active' || merchant?.status !== 'active') return undefined
  return { store, merchantName: merchant.name }
}

function notFound(c: PageContext) {
  const speech = chooseLanguage(c)
  const { notFoundTitle: title, storeClosed: text } = speech.messages
  return c.html(messagePage(speech, { title, text, path: c.req.path }), 404)
}

async function ask(c: PageContext) {
  const found = await openStore(c)
  if (found === undefined) return notFound(c)
  return c.html(amountPage(chooseLanguage(c), { ...found, typed: '', isWrong: false }))
}

async function begin(c: PageContext) {
  const found = await openStore(c)
  if (found === undefined) return notFound(c)
  const { amountVnd: typed = '' } = await formFields(c)
  const amountVnd = v.safeParse(merchantQrAmount, typed === '' ? undefined : readTypedNumber(typed))
  if (!amountVnd.success) {
    return c.html(amountPage(chooseLanguage(c), { ...found, typed, isWrong: true }), 400)
  }
  const { code: storeCode, merchantCode } = found.store
  const payment = { merchantCode, storeCode, amountVnd: amountVnd.output }
  const order = await beginMerchantQrPayment(c.var.sandbox, payment)
  const { pathname, search } = new URL(order.paymentUrl)
  return c.redirect(pathname + search, 303)
}

/** `/store/{storeCode}`, the address in the fixed QR of a store: the customer types the amount. */
export function merchantQrRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/store/:storeCode', ask)
  app.post('/store/:storeCode', begin)
  return app
}
