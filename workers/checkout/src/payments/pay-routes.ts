import type { PaymentMethod, PaymentOutcome, RefreshOccasion } from '@merchant-edge/orders/api'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { isOrderId } from '../api/order-id.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { CheckoutOptions } from '../checkout-options.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { chooseLocale, type Locale } from '../pages/locale.ts'
import { messagePage } from '../pages/message-page.ts'
import { isLinkedPaymentKey } from './linked-payment-key.ts'
import { watchedState } from './payment-stage.ts'
import { publicOrder, type PublicOrder } from './public-order.ts'
import { qrPage } from './qr-page.ts'
import { returnPage } from './return-page.ts'

type CustomerContext = Context<{ Bindings: CheckoutEnv }>
type Answer = Response | Promise<Response>

const busyRefreshSeconds = 2

async function findOrder(c: CustomerContext): Promise<PublicOrder | undefined> {
  const id = c.req.param('id') ?? ''
  const order = isOrderId(id) ? await c.env.PUBLIC_PAGES.find(id) : null
  return order === null ? undefined : publicOrder(order)
}

/** The order as it stands once the service has been asked about its open payments. */
async function refreshOrder(
  c: CustomerContext,
  occasion: RefreshOccasion,
): Promise<PublicOrder | undefined> {
  const id = c.req.param('id') ?? ''
  const order = isOrderId(id) ? await c.env.PUBLIC_PAGES.refreshPayment(id, occasion) : null
  if (order === null) return undefined
  return publicOrder(
    order,
    c.req.query('method') === 'transaction-qr' ? 'transaction-qr' : undefined,
  )
}

function busyAnswer(c: CustomerContext, locale: Locale): Answer {
  const { busyTitle: title, busyText: text } = locale.messages
  const refreshSeconds = busyRefreshSeconds
  return c.html(messagePage({ title, text, icon: 'confirming', refreshSeconds }, locale))
}

/** Leads a customer who comes with the key from the shop to the page of the linked wallet. */
const leadToLinkedPage: MiddlewareHandler<{ Bindings: CheckoutEnv }> = async (c, next) => {
  const id = c.req.param('id') ?? ''
  const key = c.req.query('key')
  const isOffered = isOrderId(id) && (await isLinkedPaymentKey(c.env, id, key))
  return isOffered ? c.redirect(`/pay/${id}/linked?key=${key}`, 303) : next()
}

/**
 * The customers' pages: `/pay/{id}` leads to the hosted page, `/pay/{id}/qr` shows a QR, `/return/{id}` shows
 * how far the payment is, and `/pay/{id}/state` is what they poll. A payment is started at most once however
 * often a page is opened; none of them changes an order otherwise.
 */
export function payRoutes({
  writeLog,
  now,
}: Required<CheckoutOptions>): Hono<{ Bindings: CheckoutEnv }> {
  const nowSeconds = (): number => Math.floor(now() / 1000)

  function notStarted(c: CustomerContext, locale: Locale, why: { code?: number; reason: string }) {
    writeLog({ event: 'payment_not_started', orderId: c.req.param('id') ?? '', ...why })
    return renderErrorPage(c, locale, 'notStarted')
  }

  function answerOutcome(c: CustomerContext, locale: Locale, outcome: PaymentOutcome): Answer {
    const id = c.req.param('id')
    switch (outcome.outcome) {
      case 'redirect':
        return c.redirect(outcome.paymentUrl, 303)
      case 'closed':
      case 'unsettled':
        return c.redirect(`/return/${id}`, 303)
      case 'busy':
        return busyAnswer(c, locale)
      case 'not_found':
        return renderErrorPage(c, locale, 'notFound')
      case 'refused':
        return notStarted(c, locale, { code: outcome.code, reason: outcome.reason })
      case 'unknown':
        return notStarted(c, locale, { reason: 'no_answer' })
      case 'qr':
        break
    }
    return notStarted(c, locale, { reason: 'wrong_method' })
  }

  async function start(c: CustomerContext, method: PaymentMethod): Promise<PaymentOutcome> {
    const id = c.req.param('id') ?? ''
    return isOrderId(id) ? c.env.PUBLIC_PAGES.startPayment(id, method) : { outcome: 'not_found' }
  }

  async function showQr(c: CustomerContext): Promise<Response> {
    const locale = chooseLocale(c)
    const order = await findOrder(c)
    if (order === undefined) return renderErrorPage(c, locale, 'notFound')
    const outcome = await start(c, 'transaction-qr')
    if (outcome.outcome !== 'qr') return answerOutcome(c, locale, outcome)
    try {
      return await c.html(qrPage({ order, ...outcome }, locale, nowSeconds()))
    } catch {
      return notStarted(c, locale, { reason: 'qr_too_long' })
    }
  }

  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.get('/pay/:id', leadToLinkedPage, async (c) => {
    const locale = chooseLocale(c)
    return answerOutcome(c, locale, await start(c, 'web-payment'))
  })
  routes.get('/pay/:id/qr', showQr)
  routes.get('/pay/:id/state', async (c) => {
    const order = await refreshOrder(c, 'watch')
    return order === undefined
      ? c.json({ state: 'not_found' }, 404)
      : c.json({ state: watchedState(order) })
  })
  routes.get('/return/:id', async (c) => {
    const locale = chooseLocale(c)
    const order = await refreshOrder(c, 'return')
    if (order === undefined) return renderErrorPage(c, locale, 'notFound')
    return c.html(returnPage(order, locale, nowSeconds()))
  })
  return routes
}
