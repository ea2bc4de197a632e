import { findMerchant } from '../merchants/merchant-rights.ts'
import type { Order } from '../orders/orders.ts'
import { needsOneTimeCode, sendOneTimeCode } from './one-time-code.ts'
import { payOrder } from './pay-order.ts'
import type { Sandbox } from '../sandbox.ts'
import { signIn } from '../wallets/sign-in.ts'
import { listWallets } from '../wallets/wallets.ts'
import type { Speech } from '../page-frame/language.ts'
import type { Markup } from '../page-frame/layout.ts'
import { choosePage, oneTimeCodePage, type PaymentView, signInPage } from './payment-pages.ts'
import type { SignedIn } from '../wallets/sign-in-forms.ts'
import { readChoice, splitOf, type SplitChoice } from './payment-split.ts'

/** An order in the middle of being paid by a person. */
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

/** What follows a step: another page, or the way back to the shop with the order paid. */
export type AfterStep = { readonly page: Markup } | { readonly paid: Order }

/** Everything around a step: the order, who gets the money, what went wrong before. */
export async function paymentView(step: PaymentStep, problem?: string): Promise<PaymentView> {
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
export async function askToSignIn(step: PaymentStep, problem?: string): Promise<Markup> {
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
  if (sent.outcome === 'refused') return askToChoose(step, signedIn, speech.texts[sent.reason])
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
      const problem = speech.texts.balance_insufficient
      return { page: await askToChoose(step, signedIn, problem) }
    }
    return { page: await askForCode(step, signedIn, { choice }) }
  }
  const { orderId } = order
  const paid = await payOrder(sandbox, { orderId, walletId: wallet.id, points: split.points, otp })
  if (paid.outcome === 'paid') return { paid: paid.order }
  const problem = speech.texts[paid.reason]
  const page = paid.reason.startsWith('otp_')
    ? await askForCode(step, signedIn, { choice, problem })
    : await askToChoose(step, signedIn, problem)
  return { page }
}

/** Carries out what a customer asked for; every step signs in anew, so that none can be skipped. */
export async function takePaymentStep(
  step: PaymentStep,
  fields: PaymentFields,
): Promise<AfterStep> {
  const { texts } = step.speech
  const { phone = '', pin = '' } = fields
  const signed = await signIn(step.sandbox, { phone, pin })
  if (signed.outcome === 'refused') return { page: await askToSignIn(step, texts.wrongPin) }
  if (signed.wallet.status === 'blocked') {
    return { page: await askToSignIn(step, texts.wallet_blocked) }
  }
  const signedIn = { phone, pin, wallet: signed.wallet }
  if (fields['step'] !== 'pay') return { page: await askToChoose(step, signedIn) }
  return pay(step, signedIn, fields)
}
