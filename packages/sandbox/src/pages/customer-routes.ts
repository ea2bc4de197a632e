import { Hono, type Context } from 'hono'
import { findOrderByPayToken, findOrderByQrToken, listOrders } from '../orders/orders.ts'
import { cancelPayment, failPayment } from '../payments/fail-payment.ts'
import type { SandboxHono } from '../app.ts'
import { listTransfers } from '../transfers/transfers.ts'
import { formFields } from './form-fields.ts'
import { chooseLanguage } from './language.ts'
import { messagePage } from './message-page.ts'
import { paymentResultPage } from './payment-result-page.ts'
import { askToSignIn, paymentView, takePaymentStep, type PaymentStep } from './payment-steps.ts'
import { findScannedLink, readPhoneLinks } from './read-phone-links.ts'
import { phonePage } from './phone-page.ts'

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

async function showPhone(c: PageContext, problem?: string) {
  const orders = await listOrders(c.var.sandbox, { limit: 50 })
  const waiting = orders.filter(
    ({ stage, kind }) =>
      (stage === 'open' || stage === 'processing') &&
      (kind === 'transaction-qr' || kind === 'web-payment'),
  )
  const received = (await listTransfers(c.var.sandbox.database)).slice(0, 5)
  const links = await readPhoneLinks(c.var.sandbox)
  const view = { ...links, openOrders: waiting, received, problem }
  return c.html(phonePage(chooseLanguage(c), view), problem === undefined ? 200 : 404)
}

async function scan(c: PageContext) {
  const { sandbox } = c.var
  const { qr = '' } = await formFields(c)
  const link = await findScannedLink(sandbox, qr)
  if (link !== undefined) return c.redirect(link.webUrl, 303)
  const token = /\/qr\/([^/?#]+)$/.exec(qr)?.[1]
  const order = token === undefined ? undefined : await findOrderByQrToken(sandbox, token)
  if (order === undefined) return showPhone(c, chooseLanguage(c).texts.qrUnknown)
  return c.redirect(order.paymentUrl, 303)
}

/** The pages of a customer: the hosted payment page, the phone that scans, the address in a QR. */
export function customerRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/pay/:orderId', (c) => showPayment(c))
  app.post('/pay/:orderId', (c) => takeStep(c))
  app.get('/phone', (c) => showPhone(c))
  app.post('/phone', (c) => scan(c))
  app.get('/qr/:token', async (c) => {
    const order = await findOrderByQrToken(c.var.sandbox, c.req.param('token'))
    return order === undefined ? notFound(c) : c.redirect(order.paymentUrl, 303)
  })
  return app
}
