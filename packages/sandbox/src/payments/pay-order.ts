import { and, eq, gt, inArray } from 'drizzle-orm'
import { sendCallbacksSoon } from '../callbacks/callback-sender.ts'
import { planCallbacks } from '../callbacks/plan-callbacks.ts'
import { vietnamDate } from '../clock/vietnam-time.ts'
import type { Statement } from '../database/database.ts'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { oneTimeCodes } from './tables.ts'
import { orders } from '../orders/tables.ts'
import { moveAmounts, type Move } from '../ledger/ledger.ts'
import { findOrderRow, orderOf, type Order, type OrderRow, findOrder } from '../orders/orders.ts'
import { randomDigits } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWallet, mustBeActive } from '../wallets/wallets.ts'
import { checkOneTimeCode } from './one-time-code.ts'
import {
  type PaymentRequest,
  refusePayment,
  refuseWallet,
  type PaymentRefused,
} from './payment-request.ts'

/** Outcome of a payment. */
export type PayOutcome =
  | { readonly outcome: 'paid'; readonly order: Order; readonly transactionId: string }
  | PaymentRefused

interface Amounts {
  readonly vnd: number
  readonly points: number
  readonly pointValueVnd: number
  readonly discountVnd: number
  readonly cashbackVnd: number
}

function amountsOf(sandbox: Sandbox, row: OrderRow, payment: PaymentRequest): Amounts {
  const { pointValueVnd } = sandbox.settings.rules
  const { points = 0, discountVnd = 0, cashbackVnd = 0 } = payment
  const vnd = row.amountVnd - discountVnd - points * pointValueVnd
  return { vnd, points, pointValueVnd, discountVnd, cashbackVnd }
}

function movesOf(row: OrderRow, paid: OrderRow, amounts: Amounts): readonly Move[] {
  const { vnd, points, pointValueVnd, discountVnd, cashbackVnd } = amounts
  const wallet = `wallet:${paid.walletId ?? ''}` as const
  const merchant = `merchant:${row.merchantCode}` as const
  const common = { kind: 'payment', reference: paid.transactionId ?? '' } as const
  const pointsVnd = points * pointValueVnd
  return [
    { ...common, from: wallet, to: merchant, unit: 'VND', amount: vnd },
    { ...common, from: wallet, to: 'operator', unit: 'POINT', amount: points },
    { ...common, from: 'operator', to: merchant, unit: 'VND', amount: pointsVnd },
    { ...common, from: 'operator', to: merchant, unit: 'VND', amount: discountVnd },
    { ...common, kind: 'cashback', from: 'operator', to: wallet, unit: 'VND', amount: cashbackVnd },
  ]
}

function paidRow(sandbox: Sandbox, row: OrderRow, use: Amounts & { walletId: string }): OrderRow {
  const now = sandbox.clock.nowSeconds()
  const date = vietnamDate(now)
  return {
    ...row,
    status: 'SUCCESS',
    updatedAt: now,
    walletId: use.walletId,
    // At most 20 characters: the service transaction code of the daily files holds no more.
    transactionId: `${date}${randomDigits(12)}`,
    walletTransactionId: `W${date}${randomDigits(12)}`,
    loyaltyTransactionId: use.points > 0 ? `L${date}${randomDigits(12)}` : null,
    paidAt: now,
    paidVnd: use.vnd,
    paidPoints: use.points,
    pointValueVnd: use.pointValueVnd,
    discountVnd: use.discountVnd,
    cashbackVnd: use.cashbackVnd,
  }
}

/** Until when an order may be paid: until it expires, or at any time when a tester asks for it. */
type PayableUntil = 'expiry' | 'any time'

function markPaid(sandbox: Sandbox, paid: OrderRow, until: PayableUntil): readonly Statement[] {
  const { database, clock } = sandbox
  const { orderId, ...fields } = paid
  const isOpen = and(
    eq(orders.orderId, orderId),
    inArray(orders.status, ['INIT', 'PROCESSING']),
    until === 'expiry' ? gt(orders.expiresAt, clock.nowSeconds()) : undefined,
  )
  return [
    database.update(orders).set(fields).where(isOpen),
    mustHaveChangedOne(database),
    database.delete(oneTimeCodes).where(eq(oneTimeCodes.orderId, orderId)),
  ]
}

async function tryToPay(sandbox: Sandbox, payment: PaymentRequest): Promise<PayOutcome | 'again'> {
  const { database } = sandbox
  const row = await findOrderRow(database, payment.orderId)
  const wallet = await findWallet(database, payment.walletId)
  const refusedOrder = refusePayment(sandbox, row, payment)
  if (row === undefined || refusedOrder !== undefined) return refusedOrder ?? 'again'
  const amounts = amountsOf(sandbox, row, payment)
  const refusedWallet = refuseWallet(wallet, amounts)
  if (refusedWallet !== undefined) return refusedWallet
  const refusedCode = await checkOneTimeCode(sandbox, payment, amounts.vnd)
  if (refusedCode !== undefined) return refusedCode
  const paid = paidRow(sandbox, row, { ...amounts, walletId: payment.walletId })
  const broken = await runAtomically(database, [
    ...markPaid(sandbox, paid, payment.late === true ? 'any time' : 'expiry'),
    mustBeActive(database, payment.walletId),
    ...moveAmounts(database, sandbox.clock.nowSeconds(), movesOf(row, paid, amounts)),
    ...(await planCallbacks(sandbox, paid)),
  ])
  if (broken !== undefined) return 'again'
  sendCallbacksSoon(sandbox)
  return {
    outcome: 'paid',
    order: orderOf(sandbox, paid),
    transactionId: paid.transactionId ?? '',
  }
}

/**
 * Pays an order: money, points, order and callback are stored in one transaction, then the callback
 * is sent. Of two concurrent payments one wins.
 */
export async function payOrder(sandbox: Sandbox, payment: PaymentRequest): Promise<PayOutcome> {
  // When a guard rolled the batch back, something changed after it was read, so it is read again.
  for (let attempt = 0; attempt < 5; attempt++) {
    const outcome = await tryToPay(sandbox, payment)
    if (outcome !== 'again') return outcome
  }
  throw new Error(`The order ${payment.orderId} kept changing while it was being paid.`)
}

/** Outcome of ending an order without a payment. */
export type EndOutcome =
  | { readonly outcome: 'ended'; readonly order: Order }
  /** The order was paid or had failed before; nothing changed. */
  | { readonly outcome: 'unchanged'; readonly order: Order }
  | { readonly outcome: 'not_found' }

async function end(sandbox: Sandbox, orderId: string, failure: string): Promise<EndOutcome> {
  const changed = await sandbox.database
    .update(orders)
    .set({ status: 'FAIL', failure, updatedAt: sandbox.clock.nowSeconds() })
    .where(and(eq(orders.orderId, orderId), inArray(orders.status, ['INIT', 'PROCESSING'])))
    .returning({ orderId: orders.orderId })
  const order = await findOrder(sandbox, orderId)
  if (order === undefined) return { outcome: 'not_found' }
  return { outcome: changed.length === 1 ? 'ended' : 'unchanged', order }
}

/** Makes a payment fail. No callback is sent. @see Specification 6.1 */
export function failPayment(
  sandbox: Sandbox,
  orderId: string,
  failure = 'The payment failed.',
): Promise<EndOutcome> {
  return end(sandbox, orderId, failure)
}

/** Lets the customer cancel an order. No callback is sent. */
export function cancelPayment(sandbox: Sandbox, orderId: string): Promise<EndOutcome> {
  return end(sandbox, orderId, 'The customer cancelled.')
}
