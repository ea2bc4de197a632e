import { Hono, type Context } from 'hono'
import { findMerchant } from '../merchants/merchant-rights.ts'
import { type Order, findOrderByPayToken, findOrderByQrToken } from '../orders/orders.ts'
import { formFields } from '../page-frame/forms.ts'
import { type Speech, chooseLanguage } from '../page-frame/language.ts'
import { type Markup, messagePage } from '../page-frame/layout.ts'
import { pagePolicy } from '../page-frame/page-policy.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import type { Sandbox } from '../sandbox.ts'
import { signIn, type SignedIn } from '../wallets/sign-in.ts'
import { listWallets } from '../wallets/wallets.ts'
import { needsOneTimeCode, sendOneTimeCode } from './one-time-code.ts'
import { payOrder, cancelPayment, failPayment } from './pay-order.ts'
import {
  choosePage,
  oneTimeCodePage,
  type PaymentView,
  signInPage,
  paymentResultPage,
} from './payment-pages.ts'
import { readChoice, splitOf, type SplitChoice } from './payment-split.ts'

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

interface SignedInWallet extends SignedIn {
  readonly wallet: SignedIn['wallet'] & { readonly id: string }
}

/** Next step: another page, or the paid order, whose customer returns to the shop. */
export type AfterStep = { readonly page: Markup } | { readonly paid: Order }

/** Everything around a step: the order, who gets the money, what went wrong before. */
async function paymentView(step: PaymentStep, problem?: string): Promise<PaymentView> {
  const { sandbox, order, action } = step
  const merchant = await findMerchant(sandbox.database, order.merchantCode)
  return {
    order,
    merchantName: merchant?.name ?? order.merchantCode,
    action,
    ...(problem !== undefined && { problem }),
  }
}

/** The step in which the customer signs in. */
async function askToSignIn(step: PaymentStep, problem?: string): Promise<Markup> {
  const wallets = await listWallets(step.sandbox.database)
  return signInPage(step.speech, await paymentView(step, problem), wallets)
}

async function askToChoose(
  step: PaymentStep,
  signedIn: SignedIn,
  problem?: string,
): Promise<Markup> {
  const { pointValueVnd } = step.sandbox.settings.rules
  const view = { ...(await paymentView(step, problem)), pointValueVnd }
  return choosePage(step.speech, view, signedIn)
}

async function askForCode(
  step: PaymentStep,
  signedIn: SignedInWallet,
  use: { readonly choice: SplitChoice; readonly problem?: string },
): Promise<Markup> {
  const { sandbox, order, speech } = step
  const sent = await sendOneTimeCode(sandbox, {
    orderId: order.orderId,
    walletId: signedIn.wallet.id,
  })
  if (sent.outcome === 'refused') return askToChoose(step, signedIn, speech.messages[sent.reason])
  const view = {
    ...(await paymentView(step, use.problem)),
    choice: use.choice,
    code: sent.otp,
  }
  return oneTimeCodePage(speech, view, signedIn)
}

async function pay(
  step: PaymentStep,
  signedIn: SignedInWallet,
  fields: PaymentFields,
): Promise<AfterStep> {
  const { sandbox, order, speech } = step
  const { wallet } = signedIn
  const { pointValueVnd } = sandbox.settings.rules
  const choice = readChoice(fields['choice'])
  const basis = { amountVnd: order.amountVnd, pointsAtHand: wallet.points, pointValueVnd }
  const split = choice && splitOf(choice, basis)
  if (choice === undefined || split === undefined)
    return { page: await askToChoose(step, signedIn) }
  const otp = fields['otp']
  if (otp === undefined && needsOneTimeCode(sandbox, split.vnd)) {
    if (split.vnd > wallet.vnd) {
      const problem = speech.messages.balance_insufficient
      return { page: await askToChoose(step, signedIn, problem) }
    }
    return { page: await askForCode(step, signedIn, { choice }) }
  }
  const { orderId } = order
  const paid = await payOrder(sandbox, { orderId, walletId: wallet.id, points: split.points, otp })
  if (paid.outcome === 'paid') return { paid: paid.order }
  const problem = speech.messages[paid.reason]
  const page = paid.reason.startsWith('otp_')
    ? await askForCode(step, signedIn, { choice, problem })
    : await askToChoose(step, signedIn, problem)
  return { page }
}

/**
 * Carries out a step of the payment; every step authenticates again, so that none can be skipped.
 */
async function takePaymentStep(step: PaymentStep, fields: PaymentFields): Promise<AfterStep> {
  const { messages } = step.speech
  const { phone = '', pin = '' } = fields
  const signed = await signIn(step.sandbox, { phone, pin })
  if (signed.outcome === 'refused') return { page: await askToSignIn(step, messages.wrongPin) }
  if (signed.wallet.status === 'blocked') {
    return { page: await askToSignIn(step, messages.wallet_blocked) }
  }
  const signedIn = { phone, pin, wallet: signed.wallet }
  if (fields['step'] !== 'pay') return { page: await askToChoose(step, signedIn) }
  return pay(step, signedIn, fields)
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

async function showPayment(c: PageContext) {
  const step = await stepOf(c)
  if (step === undefined) return notFound(c)
  if (isOver(step)) return showResult(c, step)
  return showStep(c, step, await askToSignIn(step))
}

async function takeStep(c: PageContext) {
  const step = await stepOf(c)
  if (step === undefined) return notFound(c)
  const { orderId, redirectUrl } = step.order
  if (isOver(step)) return showResult(c, step)
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
  if ('page' in next) {
    // The first click of a double click has paid, or the order has ended elsewhere: there is no way
    // back from a form.
    const after = await stepOf(c)
    return after !== undefined && isOver(after)
      ? showResult(c, after)
      : showStep(c, step, next.page)
  }
  return redirectUrl === null
    ? showResult(c, { ...step, order: next.paid })
    : c.redirect(redirectUrl, 303)
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
