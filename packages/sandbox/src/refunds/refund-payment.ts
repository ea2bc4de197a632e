import { and, eq, sql } from 'drizzle-orm'
import { vietnamDate } from '../clock/vietnam-time.ts'
import type { Statement } from '../database/database.ts'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { isReferenceTaken } from '../orders/references.ts'
import { orders, references } from '../orders/tables.ts'
import { refunds } from './tables.ts'
import { moveAmounts } from '../ledger/ledger.ts'
import type { Merchant } from '../merchants/merchant-rights.ts'
import type { OrderRow } from '../orders/orders.ts'
import { randomDigits } from '../random-id.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { refundMoves, type NewRefund, type RefundHalf, type Refund } from './refunds.ts'
import { checkAmounts, checkOriginal, originalOf } from './refund-rules.ts'

/** A refund that took effect. */
export interface RefundDone extends Refund {
  /** Loyalty transaction of the payment; null when it was paid without points. */
  readonly originalLoyaltyTransactionId: string | null
}

function refundOf(sandbox: Sandbox, original: OrderRow, request: NewRefund): Refund {
  const now = sandbox.clock.nowSeconds()
  const date = vietnamDate(now)
  const { original: _, pending, isPendingForGood, ...fields } = request
  const settlesByItself = pending !== undefined && !isPendingForGood
  return {
    ...fields,
    refundTransactionId: `${date}${randomDigits(12)}`,
    merchantCode: original.merchantCode,
    orderId: original.orderId,
    state: pending === undefined ? 'done' : `${pending}-pending`,
    walletTransactionId: `W${date}${randomDigits(12)}`,
    loyaltyTransactionId: request.points > 0 ? `L${date}${randomDigits(12)}` : null,
    createdAt: now,
    settlesAt: settlesByItself ? now + sandbox.settings.rules.refundSettleSeconds : null,
  }
}

function statements(
  sandbox: Sandbox,
  original: OrderRow,
  use: { readonly refund: Refund; readonly pending: RefundHalf | undefined },
): readonly Statement[] {
  const { database, clock } = sandbox
  const { refund, pending } = use
  const { merchantCode, orderReferenceId } = refund
  const halves = (['money', 'points'] as const).filter((half) => half !== pending)
  return [
    database.insert(references).values({ merchantCode, orderReferenceId, kind: 'refund' }),
    database
      .update(orders)
      .set({
        refundedVnd: sql`${orders.refundedVnd} + ${refund.vnd}`,
        refundedPoints: sql`${orders.refundedPoints} + ${refund.points}`,
        updatedAt: clock.nowSeconds(),
      })
      .where(and(eq(orders.orderId, original.orderId), eq(orders.status, 'SUCCESS'))),
    mustHaveChangedOne(database),
    database.insert(refunds).values(refund),
    ...halves.flatMap((half) =>
      moveAmounts(database, clock.nowSeconds(), refundMoves(original, refund, half)),
    ),
  ]
}

async function refuseRepeat(
  sandbox: Sandbox,
  merchantCode: string,
  orderReferenceId: string,
): Promise<void> {
  if (!(await isReferenceTaken(sandbox.database, merchantCode, orderReferenceId))) return
  throw new RefusalError(4090801, `order_reference_id: ${orderReferenceId} is taken already`)
}

/**
 * Reserves the id of a refund without refunding anything, like a service that fails between the two
 * steps.
 *
 * @throws RefusalError 4000001 without an id, 4090801 when it is taken already
 */
export async function takeRefundId(
  sandbox: Sandbox,
  merchantCode: string,
  orderReferenceId: unknown,
): Promise<void> {
  if (typeof orderReferenceId !== 'string') {
    throw new RefusalError(4000001, 'order_reference_id: is missing')
  }
  await refuseRepeat(sandbox, merchantCode, orderReferenceId)
  await sandbox.database
    .insert(references)
    .values({ merchantCode, orderReferenceId, kind: 'refund' })
    .onConflictDoNothing()
}

/**
 * Refunds money, points or both of a payment. The checks are, in this order: the id, the set-up of
 * the merchant, the original, the amounts. A repeated id is refused first, so that a caller who
 * lost the answer learns that the first attempt succeeded.
 *
 * @throws RefusalError with a code of the refund table
 * @see Specification 4.5, 7
 */
export async function refundPayment(
  sandbox: Sandbox,
  merchant: Merchant,
  request: NewRefund,
): Promise<RefundDone> {
  const { orderReferenceId, origin, pending } = request
  // When a guard rolled the batch back, something changed after it was read, so it is read again.
  for (let attempt = 0; attempt < 5; attempt++) {
    await refuseRepeat(sandbox, merchant.code, orderReferenceId)
    if (origin === 'api' && !merchant.rights.includes('automatic-refund')) {
      throw new RefusalError(4000817, `The merchant ${merchant.code} is not set up for refunds`)
    }
    const original = await originalOf(sandbox, merchant.code, request.original)
    checkOriginal(sandbox, original, origin)
    checkAmounts(original, request)
    const refund = refundOf(sandbox, original, request)
    const broken = await runAtomically(
      sandbox.database,
      statements(sandbox, original, { refund, pending }),
    )
    if (broken === undefined) {
      return { ...refund, originalLoyaltyTransactionId: original.loyaltyTransactionId }
    }
  }
  throw new RefusalError(5000800, 'The payment kept changing while it was being refunded')
}
