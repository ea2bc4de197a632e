import { Hono } from 'hono'
import * as v from 'valibot'
import { signedInId } from '../account/customer.ts'
import { findLinkedWallet } from '../account/linked-wallet.ts'
import { ownOrders } from '../account/own-orders.ts'
import { findBook } from '../catalogue/catalogue.ts'
import { booksPage } from '../catalogue/books-page.ts'
import { checkVoucher } from '../loyalty/loyalty.ts'
import { freeStrandedVoucher } from '../loyalty/voucher-of-order.ts'
import { keepCookie, readCookie } from '../pages/cookies.ts'
import { formFields } from '../pages/form-fields.ts'
import { localeOf } from '../pages/locale.ts'
import { dropVoucher, keepVoucher } from '../pages/voucher-cookie.ts'
import { randomKey } from '../random-id.ts'
import { newShopOrderId } from '../store/shop-order-id.ts'
import type { ShopContext, ShopHono } from '../shop-hono.ts'
import { basketPage, type BasketNotice, type BasketView } from './basket-page.ts'
import { changeBasket, readBasket, totalVnd, writeBasket, type BasketLine } from './basket.ts'
import { voucherOfBasket, voucherSerial } from './voucher-of-basket.ts'

const lineForm = v.object({
  book: v.string(),
  change: v.pipe(v.picklist(['-1', '1']), v.transform(Number)),
})

const voucherForm = v.object({
  serial: v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.regex(voucherSerial))]),
})

/** The basket of the sender of this request. */
export function basketOf(c: ShopContext): readonly BasketLine[] {
  return readBasket(readCookie(c, 'basket'))
}

/** Stores the basket in the customer's browser. */
export function keepBasket(c: ShopContext, lines: readonly BasketLine[]): void {
  keepCookie(c, { name: 'basket', value: writeBasket(lines) })
}

async function changeLine(c: ShopContext) {
  const form = v.safeParse(lineForm, await formFields(c))
  const book = form.success ? findBook(form.output.book) : undefined
  if (!form.success || book === undefined) return c.redirect('/', 303)
  keepBasket(c, changeBasket(basketOf(c), book, form.output.change))
  return c.redirect('/basket', 303)
}

/** The phone of the linked wallet of the signed-in customer. */
async function linkedPhoneOf(c: ShopContext): Promise<string | undefined> {
  const id = await signedInId(c)
  if (id === undefined) return undefined
  const link = await findLinkedWallet(c.var.shop, id).catch(() => undefined)
  return link?.state === 'linked' ? (link.phone ?? '') : undefined
}

const statuses = {
  'basket-changed': 409,
  'checkout-down': 502,
  'voucher-refused': 409,
  'voucher-unknown': 502,
} as const satisfies Record<BasketNotice, number>

interface Shown {
  readonly notice?: BasketNotice | undefined
  /** The order of this page, if it is stored already. */
  readonly placed?: Pick<BasketView, 'orderId' | 'guestKey' | 'voucher'>
  /** The rejected voucher as it was typed. */
  readonly typedVoucher?: string
  /** Whether the voucher of the basket was taken out just now. */
  readonly isVoucherGone?: boolean
}

/**
 * Answers with the basket page: 200, 409 when its voucher is not valid or its price has changed,
 * 502 when an outcome is unknown.
 */
export async function showBasket(c: ShopContext, shown: Shown = {}) {
  const { placed, isVoucherGone } = shown
  const lines = basketOf(c)
  const [found, linkedPhone, earlierOrders] = await Promise.all([
    isVoucherGone === true ? undefined : voucherOfBasket(c, lines),
    linkedPhoneOf(c),
    ownOrders(c),
  ])
  const isUnknown = found?.outcome === 'unknown' && placed === undefined
  const notice = shown.notice ?? (isUnknown ? 'voucher-unknown' : undefined)
  const typedVoucher = shown.typedVoucher ?? (isUnknown ? found.serial : undefined)
  const voucher = found?.outcome === 'usable' ? found : undefined
  const order = placed ?? { orderId: newShopOrderId(), guestKey: randomKey() }
  const view = {
    lines,
    notice,
    typedVoucher,
    linkedPhone,
    earlierOrders,
    ...order,
    voucher: placed?.voucher ?? voucher,
  }
  const status = shown.notice === undefined ? 200 : statuses[shown.notice]
  return c.html(basketPage(localeOf(c), view), status)
}

/**
 * Shows at the field that a voucher was refused, or that it could not be checked; the typed text
 * stays in the field.
 */
function refuseVoucher(
  c: ShopContext,
  { serial }: Readonly<Record<string, unknown>>,
  notice: BasketNotice = 'voucher-refused',
) {
  const typedVoucher = typeof serial === 'string' ? serial.slice(0, 64) : ''
  return showBasket(c, { notice, typedVoucher })
}

/** Checks a typed voucher; if an earlier unpaid order still has it, it is returned first. */
async function checkTyped({ shop }: ShopContext['var'], serial: string, total: number) {
  const first = await checkVoucher(shop, serial, total)
  if (first !== 'refused') return first
  const isFree = await freeStrandedVoucher(shop, serial).catch(() => false)
  return isFree ? checkVoucher(shop, serial, total) : first
}

async function changeVoucher(c: ShopContext) {
  const fields = await formFields(c)
  const form = v.safeParse(voucherForm, fields)
  if (!form.success) return refuseVoucher(c, fields)
  const { serial } = form.output
  if (serial === '') {
    dropVoucher(c)
    return c.redirect('/basket', 303)
  }
  const checked = await checkTyped(c.var, serial, totalVnd(basketOf(c)))
  if (typeof checked === 'string') return refuseVoucher(c, fields, `voucher-${checked}`)
  await keepVoucher(c, serial)
  return c.redirect('/basket', 303)
}

/** The routes before a purchase: books, basket and voucher. */
export function basketRoutes(): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  app.get('/', (c) => {
    const count = basketOf(c).reduce((sum, { quantity }) => sum + quantity, 0)
    return c.html(booksPage(localeOf(c), count))
  })
  app.get('/basket', (c) => showBasket(c))
  app.post('/voucher', changeVoucher)
  app.post('/basket', changeLine)
  return app
}
