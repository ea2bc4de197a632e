import { Hono, type Context } from 'hono'
import { findMerchant } from '../merchants/merchant-rights.ts'
import { type Order, findOrderByPayToken, findOrderByQrToken } from '../orders/orders.ts'
import { formFields } from '../page-frame/forms.ts'
import { type Speech, chooseLanguage } from '../page-frame/language.ts'
import { type Markup, messagePage } from '../page-frame/layout.ts'
import { pagePolicy } from '../page-frame/page-policy.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import type { Sandbox } from '../sandbox.ts'
import {
  keepSignIn,
  keptSignIn,
  signInOnPage,
  type SignedInWallet,
} from '../wallets/kept-sign-in.ts'
import { listWallets } from '../wallets/wallets.ts'
import { findOneTimeCode, needsOneTimeCode, sendOneTimeCode } from './one-time-code.ts'
import { payOrder, cancelPayment, failPayment } from './pay-order.ts'
import {
  choosePage,
  oneTimeCodePage,
  type PaymentView,
  signInPage,
  paymentResultPage,
} from './payment-pages.ts'
import { addressOf, type PageOfStep, pageOfAddress } from './page-of-step.ts'
import { readChoice, splitOf } from './payment-split.ts'

/** An order on its payment page. */
export interface PaymentStep {
  readonly sandbox: Sandbox
  readonly speech: Speech
  readonly order: Order
  /** Path of the page with its token. */
  readonly action: string
}

/** Fields of the form that the person has sent. */
export type PaymentFields = Readonly<Record<string, string>>

/** Where the form of a step leads: a page of the payment, or the end of the paid order. */
export type AfterStep = { readonly next: PageOfStep } | { readonly paid: Order }

/** Everything around a step: the order, who gets the money, what went wrong before. */
async function paymentView(
  { sandbox, speech, order, action }: PaymentStep,
  page: PageOfStep = { step: 'sign-in' },
): Promise<PaymentView> {
  const merchant = await findMerchant(sandbox.database, order.merchantCode)
  const { problem } = page
  return {
    order,
    merchantName: merchant?.name ?? order.merchantCode,
    action,
    path: addressOf(action, page),
    ...(problem !== undefined && { problem: speech.messages[problem] }),
  }
}

/** Sends a one-time code; leads to the page that asks for it. */
async function sendCode(
  { sandbox, order: { orderId } }: PaymentStep,
  { wallet }: SignedInWallet,
  use: Omit<PageOfStep, 'step'>,
): Promise<AfterStep> {
  const sent = await sendOneTimeCode(sandbox, { orderId, walletId: wallet.id })
  return sent.outcome === 'refused'
    ? { next: { step: 'choose', problem: sent.reason } }
    : { next: { step: 'code', ...use } }
}

async function pay(
  step: PaymentStep,
  signedIn: SignedInWallet,
  fields: PaymentFields,
): Promise<AfterStep> {
  const { sandbox, order } = step
  const { wallet } = signedIn
  const { pointValueVnd } = sandbox.settings.rules
  const choice = readChoice(fields['choice'])
  const basis = { amountVnd: order.amountVnd, pointsAtHand: wallet.points, pointValueVnd }
  const split = choice && splitOf(choice, basis)
  if (choice === undefined || split === undefined) return { next: { step: 'choose' } }
  const otp = fields['otp']
  if (otp === undefined && needsOneTimeCode(sandbox, split.vnd)) {
    return split.vnd > wallet.vnd
      ? { next: { step: 'choose', problem: 'balance_insufficient' } }
      : sendCode(step, signedIn, { choice })
  }
  const { orderId } = order
  const paid = await payOrder(sandbox, { orderId, walletId: wallet.id, points: split.points, otp })
  if (paid.outcome === 'paid') return { paid: paid.order }
  const problem = paid.reason
  return problem.startsWith('otp_')
    ? sendCode(step, signedIn, { choice, problem })
    : { next: { step: 'choose', problem } }
}

/**
 * Carries out a step of the payment; every step authenticates again, so that none can be skipped.
 */
async function takePaymentStep(
  c: PageContext,
  step: PaymentStep,
  fields: PaymentFields,
): Promise<AfterStep> {
  const signed = await signInOnPage(c, fields)
  if (signed.outcome === 'refused') return { next: { step: 'sign-in', problem: signed.reason } }
  keepSignIn(c, signed.signedIn)
  return fields['step'] === 'pay'
    ? pay(step, signed.signedIn, fields)
    : { next: { step: 'choose' } }
}

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
  const { notFoundTitle: title, notFoundText: text } = speech.messages
  return c.html(messagePage(speech, { title, text, path: c.req.path }), 404)
}

function showStep(c: PageContext, { order }: PaymentStep, content: Markup) {
  const formsLeadAway = order.redirectUrl !== null
  c.header('content-security-policy', pagePolicy({ formsLeadAway }))
  return c.html(content)
}

function isOver({ order }: PaymentStep): boolean {
  return order.stage !== 'open' && order.stage !== 'processing'
}

async function showResult(c: PageContext, step: PaymentStep) {
  return c.html(paymentResultPage(step.speech, await paymentView(step)))
}

/** The page of a step; the first one where the browser keeps no sign-in. */
async function contentOf(c: PageContext, step: PaymentStep): Promise<Markup> {
  const { sandbox, speech, order } = step
  const page = pageOfAddress(c)
  const signedIn = page.step === 'sign-in' ? undefined : await keptSignIn(c)
  if (signedIn === undefined) {
    const view = await paymentView(step, { ...page, step: 'sign-in' })
    return signInPage(speech, view, await listWallets(sandbox.database))
  }
  const { orderId } = order
  const code = await findOneTimeCode(sandbox, { orderId, walletId: signedIn.wallet.id })
  const { choice } = page
  if (page.step === 'code' && choice !== undefined && code !== undefined) {
    return oneTimeCodePage(speech, { ...(await paymentView(step, page)), choice, code }, signedIn)
  }
  const { pointValueVnd } = sandbox.settings.rules
  const view = await paymentView(step, { ...page, step: 'choose' })
  return choosePage(speech, { ...view, pointValueVnd }, signedIn)
}

async function showPayment(c: PageContext) {
  const step = await stepOf(c)
  if (step === undefined) return notFound(c)
  if (isOver(step)) return showResult(c, step)
  return showStep(c, step, await contentOf(c, step))
}

/**
 * Takes the form of a step. Its answer is always an address, so that Back, Forward and a reload send
 * no form again.
 */
async function takeStep(c: PageContext) {
  const step = await stepOf(c)
  if (step === undefined) return notFound(c)
  const { orderId, redirectUrl } = step.order
  if (isOver(step)) return c.redirect(step.action, 303)
  const fields = await formFields(c)
  if (fields['step'] === 'cancel' || fields['step'] === 'fail') {
    const end = fields['step'] === 'cancel' ? cancelPayment : failPayment
    const ended = await end(c.var.sandbox, orderId)
    return ended.outcome === 'not_found' ? notFound(c) : c.redirect(redirectUrl ?? step.action, 303)
  }
  const after = await takePaymentStep(c, step, fields)
  const next = 'next' in after ? addressOf(step.action, after.next) : redirectUrl
  return c.redirect(next ?? step.action, 303)
}

/**
 * `/pay/{orderId}`, the hosted payment page, and `/qr/{token}`, the address in a QR of an order.
 */
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
