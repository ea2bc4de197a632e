import type { PaymentMethod, PaymentOutcome } from '@merchant-edge/orders'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { CheckoutOptions } from '../checkout-options.ts'
import { isLinkedPaymentKey } from '../linked-payment-key.ts'
import { isOrderId } from '../order-id.ts'
import { chooseLanguage, type Speech } from '../pages/language.ts'
import { messagePage } from '../pages/message-page.ts'
import { watchedState } from '../pages/payment-stage.ts'
import { publicOrder, type PublicOrder } from '../pages/public-order.ts'
import { qrPage } from '../pages/qr-page.ts'
import { returnPage } from '../pages/return-page.ts'
import { answerTrouble } from './answer-trouble.ts'

type CustomerContext = Context<{ Bindings: CheckoutEnv }>
type Answer = Response | Promise<Response>

const busyRefreshSeconds = 2

async function findOrder(c: CustomerContext): Promise<PublicOrder | undefined> {
  const id = c.req.param('id') ?? ''
  const order = isOrderId(id) ? await c.env.ORDERS.find(id) : null
  return order === null ? undefined : publicOrder(order)
}

function busyAnswer(c: CustomerContext, speech: Speech): Answer {
  const { busyTitle: title, busyText: text } = speech.texts
  const refreshSeconds = busyRefreshSeconds
  return c.html(messagePage({ title, text, icon: 'confirming', refreshSeconds }, speech))
}

/** Offers the linked wallet first to whom the shop has given the key. */
const leadToLinkedPage: MiddlewareHandler<{ Bindings: CheckoutEnv }> = async (c, next) => {
  const id = c.req.param('id') ?? ''
  const key = c.req.query('key')
  const isOffered = isOrderId(id) && (await isLinkedPaymentKey(c.env, id, key))
  return isOffered ? c.redirect(`/pay/${id}/linked?key=${key}`, 303) : next()
}

/** The pages that a customer sees, and the state that they ask for. */
export function payRoutes({
  writeLog,
  now,
}: Required<CheckoutOptions>): Hono<{ Bindings: CheckoutEnv }> {
  const nowSeconds = (): number => Math.floor(now() / 1000)

  function notStarted(c: CustomerContext, speech: Speech, why: { code?: number; reason: string }) {
    writeLog({ event: 'payment_not_started', orderId: c.req.param('id') ?? '', ...why })
    return answerTrouble(c, speech, 'notStarted')
  }

  function answerOutcome(c: CustomerContext, speech: Speech, outcome: PaymentOutcome): Answer {
    const id = c.req.param('id')
    switch (outcome.outcome) {
      case 'redirect':
        return c.redirect(outcome.paymentUrl, 303)
      case 'closed':
      case 'unsettled':
        return c.redirect(`/return/${id}`, 303)
      case 'busy':
        return busyAnswer(c, speech)
      case 'not_found':
        return answerTrouble(c, speech, 'missing')
      case 'refused':
        return notStarted(c, speech, { code: outcome.code, reason: outcome.reason })
      case 'unknown':
        return notStarted(c, speech, { reason: 'no_answer' })
      case 'qr':
        break
    }
    return notStarted(c, speech, { reason: 'wrong_method' })
  }

  async function start(c: CustomerContext, method: PaymentMethod): Promise<PaymentOutcome> {
    const id = c.req.param('id') ?? ''
    return isOrderId(id) ? c.env.ORDERS.startPayment(id, method) : { outcome: 'not_found' }
  }

  async function showQr(c: CustomerContext): Promise<Response> {
    const speech = chooseLanguage(c)
    const order = await findOrder(c)
    if (order === undefined) return answerTrouble(c, speech, 'missing')
    const outcome = await start(c, 'transaction-qr')
    if (outcome.outcome !== 'qr') return answerOutcome(c, speech, outcome)
    try {
      return await c.html(qrPage({ order, ...outcome }, speech, nowSeconds()))
    } catch {
      return notStarted(c, speech, { reason: 'qr_too_long' })
    }
  }

  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.get('/pay/:id', leadToLinkedPage, async (c) => {
    const speech = chooseLanguage(c)
    return answerOutcome(c, speech, await start(c, 'web-payment'))
  })
  routes.get('/pay/:id/qr', showQr)
  routes.get('/pay/:id/state', async (c) => {
    const order = await findOrder(c)
    return order === undefined
      ? c.json({ state: 'not_found' }, 404)
      : c.json({ state: watchedState(order) })
  })
  routes.get('/return/:id', async (c) => {
    const speech = chooseLanguage(c)
    const order = await findOrder(c)
    if (order === undefined) return answerTrouble(c, speech, 'missing')
    return c.html(returnPage(order, speech, nowSeconds()))
  })
  return routes
}
