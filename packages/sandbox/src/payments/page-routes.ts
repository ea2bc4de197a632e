import { Hono, type Context } from 'hono'
import { findOrderByPayToken, findOrderByQrToken } from '../orders/orders.ts'
import { cancelPayment, failPayment } from './fail-payment.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { formFields } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { messagePage } from '../page-frame/message-page.ts'
import { paymentResultPage } from './payment-pages.ts'
import { askToSignIn, paymentView, takePaymentStep, type PaymentStep } from './payment-steps.ts'

type PageContext = Context<SandboxHono>

async function stepOf(c: PageContext): Promise<PaymentStep | undefined> {
  const { sandbox } = c.var
  const orderId = c.req.param('orderId') ?? ''
  const token = c.req.query('t') ?? ''
  const order = await findOrderByPayToken(sandbox, orderId, token)
  if (order === undefined) return undefined
  const action = `/pay/${encodeURIComponent(orderId)}?t=${encodeURIComponent(token)}`
  return { sandbox, speech: chooseLanguage(c), order, action }
}

function notFound(c: PageContext) {
  const speech = chooseLanguage(c)
  const { notFoundTitle: title, notFoundText: text } = speech.texts
  return c.html(messagePage(speech, { title, text, path: c.req.path }), 404)
}

async function showResult(c: PageContext, step: PaymentStep) {
  return c.html(paymentResultPage(step.speech, await paymentView(step)))
}

async function showPayment(c: PageContext) {
  const step = await stepOf(c)
  if (step === undefined) return notFound(c)
  const { stage } = step.order
  if (stage !== 'open' && stage !== 'processing') return showResult(c, step)
  return c.html(await askToSignIn(step))
}

async function takeStep(c: PageContext) {
  const step = await stepOf(c)
  if (step === undefined) return notFound(c)
  const { orderId, redirectUrl, stage } = step.order
  if (stage !== 'open' && stage !== 'processing') return showResult(c, step)
  const fields = await formFields(c)
  if (fields['step'] === 'cancel' || fields['step'] === 'fail') {
    const end = fields['step'] === 'cancel' ? cancelPayment : failPayment
    const ended = await end(c.var.sandbox, orderId)
    if (ended.outcome === 'not_found') return notFound(c)
    return redirectUrl === null
      ? showResult(c, { ...step, order: ended.order })
      : c.redirect(redirectUrl, 303)
  }
  const next = await takePaymentStep(step, fields)
  if ('page' in next) return c.html(next.page)
  return redirectUrl === null
    ? showResult(c, { ...step, order: next.paid })
    : c.redirect(redirectUrl, 303)
}

/** `/pay/{orderId}`, the hosted payment page, and `/qr/{token}`, the address in a QR of an order. */
export function paymentPageRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/pay/:orderId', (c) => showPayment(c))
  app.post('/pay/:orderId', (c) => takeStep(c))
  app.get('/qr/:token', async (c) => {
    const order = await findOrderByQrToken(c.var.sandbox, c.req.param('token'))
    return order === undefined ? notFound(c) : c.redirect(order.paymentUrl, 303)
  })
  return app
}
