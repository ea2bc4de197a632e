import { sql, type SQL } from 'drizzle-orm'
import { disputedPayments, journal, orders } from '../database/schema.ts'
import { insert, type Transition } from '../database/transition.ts'
import type { Dispute, DisputedAmounts } from './dispute.ts'

/**
 * Keeps the payment of a dispute, so that it can be accepted or returned by itself; once, and not when the
 * transaction pays an order.
 */
export function keepPayment(
  dispute: Omit<Dispute, 'data'>,
  paid: DisputedAmounts,
  atMs: number,
): Transition {
  const { orderId, reference, transactionId, reason, evidence } = dispute
  const { vnd, points, serviceOrderId, foundBy } = paid
  return {
    decide: insert(disputedPayments, {
      values: {
        transactionId,
        orderId,
        reference,
        serviceOrderId,
        reason,
        foundBy,
        paidVnd: vnd,
        paidPoints: points,
        createdAtMs: atMs,
      },
      where: sql`NOT EXISTS (SELECT 1 FROM ${orders} WHERE paid_transaction_id = ${transactionId})`,
    }),
    journal: {
      atMs,
      kind: 'payment.disputed',
      orderId,
      dedupe: `payment.disputed:${transactionId}`,
      evidence,
      data: { reason, transaction_id: transactionId, reference, vnd, points },
    },
  }
}

/**
 * The state of a disputed order once a payment of it is accepted or returned: it stays disputed while
 * another payment of it, or a dispute without one, is open. Stands in an update of the order, behind the change
 * of the payment.
 */
export const stateAfterDispute: SQL = sql`CASE
  WHEN EXISTS (SELECT 1 FROM ${disputedPayments} d
    WHERE d.order_id = ${orders.id} AND d.state = 'open') THEN 'disputed'
  WHEN ${orders.state} <> 'disputed' THEN ${orders.state}
  WHEN EXISTS (SELECT 1 FROM ${journal} j
    WHERE j.order_id = ${orders.id} AND j.kind = 'order.disputed'
      AND json_extract(j.facts, '$.transaction_id') NOT IN (
        SELECT d.transaction_id FROM ${disputedPayments} d WHERE d.order_id = ${orders.id})) THEN 'disputed'
  WHEN ${orders.paidTransactionId} IS NULL THEN 'refunded'
  WHEN ${orders.settledVnd} = 0 AND ${orders.settledPoints} = 0 THEN 'paid'
  WHEN ${orders.settledVnd} = ${orders.paidVnd} AND ${orders.settledPoints} = ${orders.paidPoints} THEN 'refunded'
  ELSE 'part_refunded' END`
