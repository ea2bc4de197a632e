import type { PaymentMethod, PaymentOutcome } from '@merchant-edge/orders/api'
import type { Context } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { CheckoutOptions } from '../checkout-options.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { keptQuery } from '../pages/kept-query.ts'
import { chooseLocale, type Locale } from '../pages/locale.ts'
import { messagePage } from '../pages/message-page.ts'
import { orderKey } from './order-key.ts'
import { orderPaths } from './order-paths.ts'
import { publicOrder } from './public-order.ts'
import { qrPage } from './qr-page.ts'

/** A request of a customer. */
export type CustomerContext = Context<{ Bindings: CheckoutEnv }>
/** The answer to a customer. */
export type Answer = Response | Promise<Response>

const busyRefreshSeconds = 2

function busyAnswer(c: CustomerContext, locale: Locale): Answer {
  const { busyTitle: title, busyText: text } = locale.messages
  const more = { refreshSeconds: busyRefreshSeconds, keepQuery: keptQuery(c) }
  return c.html(messagePage({ title, text, icon: 'confirming', ...more }, locale))
}

/** Starts payments for customers who have the key of their order. */
export interface PaymentStarter {
  /** Redirects to the hosted page of the service, or shows why not. */
  startWebPayment(c: CustomerContext, id: string): Promise<Response>
  /** Shows the QR of a payment, or why not. */
  showQr(c: CustomerContext, id: string): Promise<Response>
}

/**
 * Creates a {@link PaymentStarter}. A payment is started at most once, however often its page is
 * opened.
 */
export function createPaymentStarter({
  writeLog,
  nowSeconds,
}: Required<Pick<CheckoutOptions, 'writeLog'>> & {
  readonly nowSeconds: () => number
}): PaymentStarter {
  function notStarted(c: CustomerContext, locale: Locale, why: { code?: number; reason: string }) {
    writeLog({ event: 'payment_not_started', orderId: c.req.param('id') ?? '', ...why })
    return renderErrorPage(c, locale, 'notStarted')
  }

  async function answerOutcome(
    c: CustomerContext,
    locale: Locale,
    { id, outcome }: { id: string; outcome: PaymentOutcome },
  ): Promise<Response> {
    switch (outcome.outcome) {
      case 'redirect':
        return c.redirect(outcome.paymentUrl, 303)
      case 'closed':
      case 'unsettled':
        return c.redirect(orderPaths(id, await orderKey(c.env, 'payment', id)).status, 303)
      case 'busy':
        return busyAnswer(c, locale)
      case 'not_found':
        return renderErrorPage(c, locale, 'notFound')
      case 'refused':
        return notStarted(c, locale, { code: outcome.code, reason: outcome.reason })
      case 'unknown':
        return notStarted(c, locale, { reason: 'no_answer' })
      case 'qr':
      case 'app':
        break
    }
    return notStarted(c, locale, { reason: 'wrong_method' })
  }

  async function start(
    c: CustomerContext,
    id: string,
    method: PaymentMethod,
  ): Promise<PaymentOutcome> {
    return c.env.PUBLIC_PAGES.startPayment(id, method, await orderKey(c.env, 'payment', id))
  }

  async function showQr(c: CustomerContext, id: string): Promise<Response> {
    const locale = chooseLocale(c)
    const order = await c.env.PUBLIC_PAGES.find(id)
    if (order === null) return renderErrorPage(c, locale, 'notFound')
    const outcome = await start(c, id, 'transaction-qr')
    if (outcome.outcome !== 'qr') return answerOutcome(c, locale, { id, outcome })
    const shown = publicOrder(order, await orderKey(c.env, 'payment', id))
    try {
      return await c.html(qrPage({ order: shown, ...outcome }, locale, nowSeconds()))
    } catch {
      return notStarted(c, locale, { reason: 'qr_too_long' })
    }
  }

  return {
    showQr,
    async startWebPayment(c, id) {
      const outcome = await start(c, id, 'web-payment')
      return answerOutcome(c, chooseLocale(c), { id, outcome })
    },
  }
}
