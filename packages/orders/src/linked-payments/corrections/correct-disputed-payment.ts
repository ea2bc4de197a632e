import { and, eq, sql } from 'drizzle-orm'
import { alerts, attempts, disputedPayments, orders, refunds } from '../../database/schema.ts'
import { refundsIn } from '../../database/states-in-sql.ts'
import { deleteOne, insert, update, updateOne, type Transition } from '../../database/transition.ts'
import type { OrderRows } from '../../orders/order-view.ts'
import { isPayment } from '../../payments/disputes/disputed-payment.ts'
import {
  belongsToNoOrder,
  correctionOf,
  isStillUnconfirmed,
  type Correction,
} from './correction.ts'

type DisputedRow = OrderRows['disputedPayments'][number]

/**
 * The alert about the dispute gets the right transaction as its subject, by which it is reopened.
 */
function renamedAlert(
  { reason }: DisputedRow,
  { orderId, before, transactionId }: Correction,
): Transition {
  const subject = `${orderId}:${transactionId}`
  return {
    decide: update(alerts, {
      set: {
        subject,
        data: sql`json_set(${alerts.data}, '$.transaction_id', ${transactionId})`,
      },
      where: sql`kind = ${reason} AND subject = ${`${orderId}:${before}`}
        AND NOT EXISTS (SELECT 1 FROM ${alerts} AS other
          WHERE other.kind = ${reason} AND other.subject = ${subject})`,
    }),
  }
}

/**
 * The correction of a disputed payment: its row, its sums and its refunds are stored under the
 * right transaction. It is not corrected while a refund of it is open, whose answer names the row.
 */
export function correctedDispute(
  rows: OrderRows,
  { disputed, correction }: { readonly disputed: DisputedRow; readonly correction: Correction },
): Transition {
  const { orderId, reference, before, transactionId } = correction
  const { state } = disputed
  const moved = rows.refunds.filter((refund) => refund.transactionId === before)
  const ofPayment = sql`FROM ${refunds} WHERE order_id = ${orderId} AND transaction_id = ${before}`
  const isCounted = state === 'accepted'
  return {
    decide: insert(disputedPayments, {
      // Its row in the partner file is made from the facts that the service has reported.
      values: { ...disputed, transactionId, hasRow: true },
      where: sql`${and(
        belongsToNoOrder(transactionId),
        isStillUnconfirmed(correction),
        sql`EXISTS (SELECT 1 FROM ${disputedPayments} WHERE ${and(
          isPayment(disputed),
          eq(disputedPayments.state, state),
          eq(disputedPayments.foundBy, disputed.foundBy),
          eq(disputedPayments.refundedVnd, disputed.refundedVnd),
          eq(disputedPayments.refundedPoints, disputed.refundedPoints),
          eq(disputedPayments.settledVnd, disputed.settledVnd),
          eq(disputedPayments.settledPoints, disputed.settledPoints),
        )})`,
        sql`(SELECT COUNT(*) ${ofPayment}) = ${moved.length}`,
        sql`NOT EXISTS (SELECT 1 ${ofPayment} AND state IN ${refundsIn.unsettled})`,
        isCounted
          ? sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND paid_transaction_id = ${before})`
          : undefined,
      )}`,
    }),
    require: [
      ...moved.map(({ id }) =>
        updateOne(refunds, { key: refunds.id, equals: id, set: { transactionId } }),
      ),
      deleteOne(disputedPayments, {
        key: disputedPayments.transactionId,
        equals: before,
        also: { key: disputedPayments.orderId, equals: orderId },
      }),
      updateOne(attempts, { key: attempts.reference, equals: reference, set: { transactionId } }),
      updateOne(orders, {
        key: orders.id,
        equals: orderId,
        set: {
          version: sql`${orders.version} + 1`,
          ...(isCounted && { paidTransactionId: transactionId }),
        },
      }),
    ],
    ...correctionOf(correction),
    optional: renamedAlert(disputed, correction),
  }
}
