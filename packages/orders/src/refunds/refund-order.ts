import { and, eq, sql } from 'drizzle-orm'
import { disputedPayments, orders, refunds } from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { insertOne, update, updateOne, type Change } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, refundView, type OrderRows } from '../orders/order-view.ts'
import { requireFields } from '../rules/field-rule.ts'
import { fieldsThatDiffer } from '../rules/fields-that-differ.ts'
import { refundAmountDemand, refundRules } from '../rules/request-rules.ts'
import { orderStates } from '../states/order-state.ts'
import { readRefund } from './find-refund.ts'
import type { NewRefund, RefundOutcome } from './refunds-api.ts'
import { settleRefund } from './settle-refund.ts'

interface RefundAmounts {
  readonly vnd: number
  readonly points: number
}

function checkNewRefund(refund: NewRefund): RefundAmounts {
  requireFields('refund', refundRules, refund)
  if (refund.vnd === undefined && refund.points === undefined) {
    throw new TypeError(`The refund ${refundAmountDemand}.`)
  }
  return { vnd: refund.vnd ?? 0, points: refund.points ?? 0 }
}

/** A refund that is about to be written down, and the disputed payment that it returns, if it is one. */
interface Reservation {
  readonly refund: NewRefund
  readonly amounts: RefundAmounts
  readonly transactionId: string | null
}

/** Takes money and points out of what is left of the payment that is returned, each by itself. */
function takeOutOfPayment(orderId: string, reservation: Reservation): Change {
  const { refund, amounts, transactionId } = reservation
  const { vnd, points } = amounts
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${refund.id})`
  if (transactionId === null) {
    return update(orders, {
      set: {
        refundedVnd: sql`${orders.refundedVnd} + ${vnd}`,
        refundedPoints: sql`${orders.refundedPoints} + ${points}`,
        version: sql`${orders.version} + 1`,
      },
      where: and(
        eq(orders.id, orderId),
        sql`${orders.state} IN ${ordersIn.refundable}`,
        sql`${orders.refundedVnd} + ${vnd} <= ${orders.paidVnd}`,
        sql`${orders.refundedPoints} + ${points} <= ${orders.paidPoints}`,
        isNew,
      ),
    })
  }
  const { paidVnd, paidPoints, refundedVnd, refundedPoints, state } = disputedPayments
  return update(disputedPayments, {
    set: {
      refundedVnd: sql`${refundedVnd} + ${vnd}`,
      refundedPoints: sql`${refundedPoints} + ${points}`,
    },
    where: and(
      eq(disputedPayments.transactionId, transactionId),
      eq(disputedPayments.orderId, orderId),
      eq(state, 'open'),
      sql`${refundedVnd} + ${vnd} <= ${paidVnd}`,
      sql`${refundedPoints} + ${points} <= ${paidPoints}`,
      isNew,
    ),
  })
}

/**
 * Writes the refund down and takes its money and points out of what is left, in one batch and each
 * by itself: however many refunds run at once, their sum stays within the payment. The CHECK of the
 * table stands behind the condition.
 */
async function reserveRefund(
  context: OrdersContext,
  orderId: string,
  reservation: Reservation,
): Promise<boolean> {
  const now = context.now()
  const { refund, amounts, transactionId } = reservation
  const { vnd, points } = amounts
  const { id } = refund
  return transact(context, {
    decide: takeOutOfPayment(orderId, reservation),
    require: [
      insertOne(refunds, {
        id,
        orderId,
        transactionId,
        state: 'reserved',
        vnd,
        points,
        reason: refund.reason ?? null,
        staffId: refund.staffId ?? null,
        staffName: refund.staffName ?? null,
        nextCallAtMs: now,
        createdAtMs: now,
        updatedAtMs: now,
      }),
      ...(transactionId === null
        ? []
        : [
            updateOne(orders, {
              key: orders.id,
              equals: orderId,
              set: { version: sql`${orders.version} + 1` },
            }),
          ]),
    ],
    journal: {
      atMs: now,
      kind: 'refund.reserved',
      orderId,
      dedupe: `refund.reserved:${id}`,
      evidence: 'own record',
      data: {
        refund_id: id,
        vnd,
        points,
        staff_id: refund.staffId ?? null,
        ...(transactionId !== null && { transaction_id: transactionId }),
      },
    },
  })
}

function remedyFor({ order, disputedPayments: disputed }: OrderRows, refund: NewRefund): string {
  const { transactionId } = refund
  if (transactionId !== undefined && transactionId !== order.paidTransactionId) {
    const payment = disputed.find((one) => one.transactionId === transactionId)
    if (payment === undefined) {
      return 'The order has no payment with this transactionId; its payments stand in disputedPayments and payment.'
    }
    if (payment.state === 'released') {
      return 'A person has said that this payment is that of another order: it is returned there.'
    }
    const vnd = payment.paidVnd - payment.refundedVnd
    const points = payment.paidPoints - payment.refundedPoints
    return `At most ${vnd} VND and ${points} points of this payment are left to return.`
  }
  if (!orderStates[order.state].refundable) {
    return `The order is ${order.state}; only a confirmed payment can be returned.`
  }
  const vnd = order.paidVnd - order.refundedVnd
  const points = order.paidPoints - order.refundedPoints
  const open = disputed.filter(({ state }) => state === 'open').length
  const named = open === 0 ? '' : ' A disputed payment is returned by its transactionId.'
  return `At most ${vnd} VND and ${points} points are left to return.${named}`
}

/** The disputed payment that a refund returns; null when it returns the one that counts as the order's. */
async function disputedPaymentOf(
  context: OrdersContext,
  orderId: string,
  { transactionId }: NewRefund,
): Promise<string | null> {
  if (transactionId === undefined) return null
  const rows = await readOrder(context, orderId)
  return rows?.order.paidTransactionId === transactionId ? null : transactionId
}

/**
 * Returns money, points or both of a paid order: reserve, call, settle. Repeated with the same id
 * it goes on where it stopped or returns the result; the service hears of one refund only. A disputed
 * payment is returned by its transaction, out of its own sums.
 *
 * @throws TypeError when a field is out of its range
 * @see Specification 4.5
 *
 * @example
 * ```ts
 * import { refundOrder, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function giveBack(context: OrdersContext, orderId: string): Promise<string> {
 *   const outcome = await refundOrder(context, orderId, { id: 'refund-1', vnd: 25_000 })
 *   // "refunded", or "refund_unknown": the same id is sent again until the service has answered.
 *   return outcome.outcome === 'known' ? outcome.refund.state : outcome.outcome
 * }
 * ```
 */
export async function refundOrder(
  context: OrdersContext,
  orderId: string,
  refund: NewRefund,
): Promise<RefundOutcome> {
  const amounts = checkNewRefund(refund)
  const transactionId = await disputedPaymentOf(context, orderId, refund)
  await reserveRefund(context, orderId, { refund, amounts, transactionId })
  const known = await readRefund(context, refund.id)
  if (known === undefined) {
    const rows = await readOrder(context, orderId)
    if (rows === undefined) return { outcome: 'not_found' }
    return { outcome: 'not_refundable', remedy: remedyFor(rows, refund), order: orderView(rows) }
  }
  const differs = fieldsThatDiffer([
    ['orderId', known.orderId, orderId],
    ['transactionId', known.transactionId, transactionId],
    ['vnd', known.vnd, amounts.vnd],
    ['points', known.points, amounts.points],
    ['reason', known.reason, refund.reason ?? null],
    ['staffId', known.staffId, refund.staffId ?? null],
    ['staffName', known.staffName, refund.staffName ?? null],
  ])
  if (differs.length > 0) return { outcome: 'conflict', differs, refund: refundView(known) }

  await settleRefund(context, refund.id)
  const rows = await readOrder(context, orderId)
  const row = rows?.refunds.find(({ id }) => id === refund.id)
  if (rows === undefined || row === undefined) return { outcome: 'not_found' }
  return { outcome: 'known', refund: refundView(row), order: orderView(rows) }
}
