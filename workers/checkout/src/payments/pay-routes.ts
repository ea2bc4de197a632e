import type { RefreshOccasion } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { Hono } from 'hono'
import { isOrderId } from '../api/order-id.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { CheckoutOptions } from '../checkout-options.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { keptQuery } from '../pages/kept-query.ts'
import { chooseLocale, type Locale } from '../pages/locale.ts'
import { messagePage } from '../pages/message-page.ts'
import { orderKey, type OrderKeyUse, useOfOrderKey } from './order-key.ts'
import { linkedPath } from './order-paths.ts'
import { createPaymentStarter, type Answer, type CustomerContext } from './payment-starter.ts'
import { paymentStage, watchedState } from './payment-stage.ts'
import { orderProgress, publicOrder } from './public-order.ts'
import { returnPage } from './return-page.ts'

/** A request for a page of an order that may exist. */
interface Visit {
  readonly id: string
  /** Permission of the key in the address; `undefined` without a valid key. */
  readonly use: OrderKeyUse | undefined
}

async function readVisit(c: CustomerContext): Promise<Visit | undefined> {
  const id = c.req.param('id') ?? ''
  if (!isOrderId(id)) return undefined
  const { key } = keptQuery(c)
  const use = key === undefined ? undefined : await useOfOrderKey(c.env, id, key)
  if (use === undefined && c.req.query('key') !== undefined) {
    c.var.securityLog('order_key_wrong', { orderId: id })
  }
  return { id, use }
}

/**
 * The current order. With a valid key the service is first queried about its open payments; without
 * one the stored state is used.
 */
function lookUp(
  c: CustomerContext,
  { id, use }: Visit,
  occasion: RefreshOccasion,
): Promise<OrderView | null> {
  const { PUBLIC_PAGES } = c.env
  return use === undefined ? PUBLIC_PAGES.find(id) : PUBLIC_PAGES.refreshPayment(id, occasion)
}

/**
 * The customers' pages: `/pay/{id}` redirects to the hosted page, `/pay/{id}/qr` shows a QR,
 * `/return/{id}` shows the state of the payment, and the pages poll `/pay/{id}/state`. A payment is
 * started at most once, however often a page is opened; otherwise the pages change nothing. Without
 * the order's key in the address no payment is started, and a page shows the state only in general
 * words.
 */
export function payRoutes({
  writeLog,
  now,
}: Required<Pick<CheckoutOptions, 'writeLog' | 'now'>>): Hono<{ Bindings: CheckoutEnv }> {
  const nowSeconds = (): number => Math.floor(now() / 1000)
  const starter = createPaymentStarter({ writeLog, nowSeconds })

  function showStage(c: CustomerContext, locale: Locale, order: OrderView): Answer {
    const { messages } = locale
    const stage = paymentStage(orderProgress(order), nowSeconds())
    const { title } = messages.states[stage]
    return c.html(messagePage({ title, text: messages.openShopLink, icon: stage }, locale))
  }

  async function showStatus(c: CustomerContext, visit: Visit): Promise<Response> {
    const locale = chooseLocale(c)
    const order = await lookUp(c, visit, 'return')
    if (order === null) return renderErrorPage(c, locale, 'notFound')
    if (visit.use === undefined) return showStage(c, locale, order)
    const shown = publicOrder(order, await orderKey(c.env, 'payment', visit.id))
    return c.html(returnPage(shown, locale, nowSeconds()))
  }

  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.get('/pay/:id', async (c) => {
    const locale = chooseLocale(c)
    const visit = await readVisit(c)
    if (visit === undefined) return renderErrorPage(c, locale, 'notFound')
    const { id, use } = visit
    if (use === undefined) return showStatus(c, visit)
    // The customer has the key for the linked wallet.
    if (use === 'linked-payment') {
      return c.redirect(linkedPath(id, await orderKey(c.env, use, id)), 303)
    }
    return starter.startWebPayment(c, id)
  })
  routes.get('/pay/:id/qr', async (c) => {
    const visit = await readVisit(c)
    if (visit === undefined) return renderErrorPage(c, chooseLocale(c), 'notFound')
    return visit.use === undefined ? showStatus(c, visit) : starter.showQr(c, visit.id)
  })
  routes.get('/pay/:id/state', async (c) => {
    const visit = await readVisit(c)
    const order = visit === undefined ? null : await lookUp(c, visit, 'watch')
    if (order === null) return c.json({ state: 'not_found' }, 404)
    const method = c.req.query('method') === 'transaction-qr' ? 'transaction-qr' : undefined
    return c.json({ state: watchedState(orderProgress(order, method)) })
  })
  routes.get('/return/:id', async (c) => {
    const visit = await readVisit(c)
    if (visit === undefined) return renderErrorPage(c, chooseLocale(c), 'notFound')
    return showStatus(c, visit)
  })
  return routes
}
