import { and, eq, sql } from 'drizzle-orm'
import { oneTimeCodes } from './tables.ts'
import { orders } from '../orders/tables.ts'
import { findOrder } from '../orders/orders.ts'
import { randomDigits } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWallet } from '../wallets/wallets.ts'
import { type PaymentRequest, refused, type PaymentRefused } from './payment-request.ts'

const codeSeconds = 180
const codeTries = 3

/** A one-time code that was sent to the customer; the sandbox's pages show it. */
export type CodeOutcome =
  | { readonly outcome: 'sent'; readonly otp: string; readonly expiresAt: number }
  | PaymentRefused

/** Generates a one-time code that is valid for three minutes and three attempts. */
export function freshCode(sandbox: Sandbox): {
  readonly code: string
  /** Unix seconds. */
  readonly expiresAt: number
  readonly triesLeft: number
} {
  const expiresAt = sandbox.clock.nowSeconds() + codeSeconds
  return { code: randomDigits(6), expiresAt, triesLeft: codeTries }
}

/**
 * Sends the customer a one-time code for an order, and marks the order as being processed. An
 * earlier code stops working.
 */
export async function sendOneTimeCode(
  sandbox: Sandbox,
  use: { readonly orderId: string; readonly walletId: string },
): Promise<CodeOutcome> {
  const { database, clock } = sandbox
  const order = await findOrder(sandbox, use.orderId)
  if (order === undefined) return refused('order_not_found')
  if (order.stage === 'paid') return refused('order_paid')
  if (order.stage === 'failed') return refused('order_failed')
  if (order.stage === 'expired') return refused('order_expired')
  const wallet = await findWallet(database, use.walletId)
  if (wallet === undefined) return refused('wallet_not_found')
  if (wallet.status === 'blocked') return refused('wallet_blocked')
  const { orderId, walletId } = use
  const code = freshCode(sandbox)
  await database.batch([
    database
      .insert(oneTimeCodes)
      .values({ orderId, walletId, ...code })
      .onConflictDoUpdate({ target: [oneTimeCodes.orderId, oneTimeCodes.walletId], set: code }),
    database
      .update(orders)
      .set({ status: 'PROCESSING', updatedAt: clock.nowSeconds() })
      .where(and(eq(orders.orderId, orderId), eq(orders.status, 'INIT'))),
  ])
  return { outcome: 'sent', otp: code.code, expiresAt: code.expiresAt }
}

/** The code that was sent last and is still valid: the sandbox's pages show it instead of a phone. */
export async function findOneTimeCode(
  { database, clock }: Sandbox,
  { orderId, walletId }: { readonly orderId: string; readonly walletId: string },
): Promise<string | undefined> {
  const [sent] = await database
    .select()
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.orderId, orderId), eq(oneTimeCodes.walletId, walletId)))
  return sent !== undefined && sent.expiresAt > clock.nowSeconds() ? sent.code : undefined
}

/** Whether the rules ask for a one-time code. Assumes G-27. */
export function needsOneTimeCode(sandbox: Sandbox, vnd: number): boolean {
  return vnd > sandbox.settings.rules.otpAboveVnd
}

/**
 * Checks the one-time code of a payment. Each wrong code uses one of three attempts. The correct
 * code uses none, so that concurrent clicks do not use it up.
 *
 * @param vnd wallet money of the payment
 * @returns why the payment must not go on, or `undefined`
 */
export async function checkOneTimeCode(
  sandbox: Sandbox,
  payment: PaymentRequest,
  vnd: number,
): Promise<PaymentRefused | undefined> {
  if (payment.skipOtp === true || !needsOneTimeCode(sandbox, vnd)) return undefined
  const { otp } = payment
  if (otp === undefined) return refused('otp_required')
  const { database, clock } = sandbox
  const isThisCode = and(
    eq(oneTimeCodes.orderId, payment.orderId),
    eq(oneTimeCodes.walletId, payment.walletId),
  )
  const [sent] = await database
    .update(oneTimeCodes)
    .set({ triesLeft: sql`${oneTimeCodes.triesLeft} - (${oneTimeCodes.code} <> ${otp})` })
    .where(isThisCode)
    .returning()
  if (sent === undefined) return refused('otp_required')
  const isRight = sent.code === otp
  const triesBefore = isRight ? sent.triesLeft : sent.triesLeft + 1
  if (sent.expiresAt <= clock.nowSeconds() || triesBefore <= 0) return refused('otp_expired')
  return isRight ? undefined : refused('otp_wrong')
}
