import { and, sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { readValues } from '../database/read-values.ts'
import { disputedPayments, journal, orders } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { isPayment } from '../payments/disputes/disputed-payment.ts'
import type { Refund } from './find-refund.ts'
import { disputedPaymentOf } from './record-refund.ts'

/** The payment that a refund has returned. */
export interface PaymentOfRefund {
  /** The disputed payment; `undefined` for the one that counts as the order's. */
  readonly payment: typeof disputedPayments.$inferSelect | undefined
  /** Condition: it still is that one. */
  readonly where: SQL | undefined
}

/**
 * SQL expression: our reference of the payment for which the refund was sent, when the transaction that
 * it had then belongs to another payment since: a person had named it wrongly. Null otherwise.
 */
function referenceBefore({ id, orderId, transactionId }: Refund): SQL {
  return sql`(SELECT c.facts ->> '$.reference_before' FROM ${journal} c
    WHERE c.order_id = ${orderId} AND c.kind = 'payment.corrected'
      AND c.facts ->> '$.reference_before' IS NOT NULL
      AND c.facts ->> '$.transaction_id' = coalesce(${transactionId},
        (SELECT paid_transaction_id FROM ${orders} WHERE id = ${orderId}))
      AND c.seq > (SELECT seq FROM ${journal} WHERE dedupe = ${`refund.reserved:${id}`})
    ORDER BY c.seq DESC LIMIT 1)`
}

/** The payment of the order with our reference: the one that counts, or an open disputed one. */
async function paymentWith(
  context: OrdersContext,
  { orderId }: Pick<Refund, 'orderId'>,
  reference: string,
): Promise<PaymentOfRefund | undefined> {
  const isCounted = sql`EXISTS (SELECT 1 FROM ${orders} o
    WHERE o.id = ${orderId} AND o.paid_reference = ${reference})`
  const [counted] = await readValues(context, [isCounted])
  if (counted === 1) return { payment: undefined, where: isCounted }
  const [open] = await openDatabase(context)
    .select()
    .from(disputedPayments)
    .where(sql`order_id = ${orderId} AND reference = ${reference} AND state = 'open'`)
  return open && { payment: open, where: undefined }
}

/**
 * The payment that a refund has returned which was called not returned before. Meanwhile its
 * transaction may have become that of another payment, or may have been released: then it is the
 * payment that has our reference under its own transaction.
 *
 * @returns `undefined` when no such payment counts
 */
export async function paymentOfRefund(
  context: OrdersContext,
  refund: Refund,
): Promise<PaymentOfRefund | undefined> {
  const before = referenceBefore(refund)
  const [reference] = await readValues(context, [before])
  if (typeof reference === 'string') return paymentWith(context, refund, reference)
  const payment = await disputedPaymentOf(context, refund)
  if (payment?.state === 'released') return paymentWith(context, refund, payment.reference)
  const isStillCounted =
    payment?.state === 'accepted'
      ? sql`EXISTS (SELECT 1 FROM ${disputedPayments}
          WHERE ${isPayment(payment)} AND state = 'accepted')`
      : undefined
  return { payment, where: and(sql`${before} IS NULL`, isStillCounted) }
}
