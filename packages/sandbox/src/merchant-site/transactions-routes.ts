import { Hono } from 'hono'
import * as v from 'valibot'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import { mayOpen } from '../merchant-staff/staff-rights.ts'
import { listStores } from '../merchants/stores.ts'
import { findOrder, type Order } from '../orders/orders.ts'
import { searchOrders, type OrderFilter } from '../orders/search-orders.ts'
import { orderKinds } from '../orders/tables.ts'
import { endOfDay, formFields, problemOf } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { messagePage } from '../page-frame/layout.ts'
import { readTypedNumber } from '../page-frame/typed-number.ts'
import {
  isSiteRefundId,
  newSiteRefundId,
  refundOnSite,
  siteRefund,
  type SiteRefundOrder,
} from '../refunds/refund-on-site.ts'
import { findRefund, listRefunds } from '../refunds/refunds.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { transactionPage, type TransactionView } from './transaction-page.ts'
import { orderStages, transactionsPage } from './transactions-page.ts'

const path = '/merchant/transactions'
const daySeconds = 24 * 60 * 60

function oneOf<const Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text)
}

/**
 * The filter in the query of a page's address; a value that is not one of the choices is ignored.
 */
function filterOf(c: MerchantContext): OrderFilter {
  const { q, from, to, store, kind, stage, refunded, after } = c.req.query()
  const begins = endOfDay(from ?? '')
  return {
    merchantCode: c.var.staff.merchantCode,
    from: begins === undefined ? undefined : begins - daySeconds + 1,
    to: endOfDay(to ?? ''),
    storeCode: store === '' ? undefined : store,
    kind: oneOf(orderKinds, kind),
    stage: oneOf(orderStages, stage),
    isRefunded: refunded === 'yes' ? true : undefined,
    text: q?.trim().slice(0, 64),
    after,
  }
}

async function showAll(c: MerchantContext) {
  const { sandbox, staff } = c.var
  const filter = filterOf(c)
  const [found, stores] = await Promise.all([
    searchOrders(sandbox, filter),
    listStores(sandbox.database),
  ])
  const fields = new Map(Object.entries(c.req.query()))
  const nextFields = new URLSearchParams([...fields].filter(([name]) => name !== 'after'))
  if (found.next !== null) nextFields.set('after', found.next)
  const view = {
    ...found,
    filter,
    fields,
    stores: stores.filter(({ merchantCode }) => merchantCode === staff.merchantCode),
    nextAddress: found.next === null ? null : `${path}?${nextFields.toString()}`,
  }
  return c.html(transactionsPage(merchantSpeech(c), view))
}

async function ownOrder(c: MerchantContext, orderId: string): Promise<Order | undefined> {
  const order = await findOrder(c.var.sandbox, orderId)
  return order?.merchantCode === c.var.staff.merchantCode ? order : undefined
}

async function showOne(
  c: MerchantContext,
  orderId: string,
  extra: Pick<TransactionView, 'problem'> = {},
) {
  const { sandbox, staff } = c.var
  const order = await ownOrder(c, orderId)
  if (order === undefined) {
    const speech = chooseLanguage(c)
    const { notFoundTitle: title, notFoundText: text } = speech.messages
    return c.html(messagePage(speech, { title, text, path }), 404)
  }
  const refunds = await listRefunds(sandbox.database, { orderId })
  const done = refunds.find(({ orderReferenceId }) => orderReferenceId === c.req.query('refund'))
  const view = {
    order,
    refunds,
    ...(mayOpen(staff, 'refunds') && { refundId: newSiteRefundId() }),
    ...(done !== undefined && { done }),
    ...extra,
  }
  return c.html(transactionPage(merchantSpeech(c), view), extra.problem === undefined ? 200 : 400)
}

function numberOf(text: string | undefined): number {
  return text === undefined || text === '' ? 0 : readTypedNumber(text)
}

async function isMade(
  { database }: Sandbox,
  { merchantCode, refundId, orderId, vnd, points }: SiteRefundOrder,
): Promise<boolean> {
  const made = await findRefund(database, merchantCode, refundId)
  return made?.orderId === orderId && made.vnd === vnd && made.points === points
}

async function refund(c: MerchantContext) {
  const { sandbox, staff } = c.var
  const { orderId = '', refundId = '', vnd, points, note = '' } = await formFields(c)
  const amounts = { vnd: numberOf(vnd), points: numberOf(points), note }
  const parsed = v.safeParse(siteRefund, amounts)
  if (!parsed.success) return showOne(c, orderId, { problem: problemOf(parsed.issues) })
  if (!isSiteRefundId(refundId)) return showOne(c, orderId, { problem: 'refundId' })
  const { merchantCode, userName, fullName } = staff
  const order = { ...parsed.output, merchantCode, orderId, refundId, userName, fullName }
  try {
    await refundOnSite(sandbox, order)
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    // A form that was sent twice has refunded once, and that is what its sender sees.
    if (!(await isMade(sandbox, order))) {
      return showOne(c, orderId, { problem: `${error.code}: ${error.message}` })
    }
  }
  const way = mayOpen(staff, 'transactions')
    ? `/${encodeURIComponent(orderId)}?refund=${refundId}`
    : ''
  return c.redirect(path + way, 303)
}

/** The transactions of the merchant site, and its refunds. */
export function transactionsRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, showAll)
  app.get(`${path}/:orderId`, (c) => showOne(c, c.req.param('orderId')))
  app.post('/merchant/refunds', refund)
  return app
}
