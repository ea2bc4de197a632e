import { and, sql, type SQL } from 'drizzle-orm'
import type { AlertToRaise } from '../../database/alert-to-raise.ts'
import { attempts, disputedPayments, orders } from '../../database/schema.ts'
import { update, updateOne, type Transition } from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { Dispute } from './dispute.ts'
import { arrivalOf, isPayment, otherOrderHas, paymentIn } from './disputed-payment.ts'
import { isEndedAsNeverMade } from './never-made.ts'

type Reported = Pick<Dispute, 'orderId' | 'reference' | 'transactionId' | 'evidence' | 'where'> & {
  readonly paid: Pick<Dispute['paid'], 'foundBy'>
}

/** `dedupe` of the journal line that the service names a payment that only a verdict has named. */
export function keyOfKnown({
  orderId,
  transactionId,
}: Pick<Dispute, 'orderId' | 'transactionId'>): string {
  return `payment.known:${orderId}:${transactionId}`
}

/**
 * The service names a payment with a linked wallet that counts as the order's because a person has
 * said so: from now on nobody can say that it was never made.
 */
export function countedIsKnown(
  payment: Pick<Dispute, 'orderId' | 'reference' | 'transactionId' | 'evidence'>,
  atMs: number,
): Transition {
  const { orderId, reference, transactionId, evidence } = payment
  return entryOnce(
    {
      atMs,
      kind: 'payment.known',
      orderId,
      dedupe: keyOfKnown(payment),
      evidence,
      data: { transaction_id: transactionId, reference },
    },
    sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId}
        AND paid_transaction_id = ${transactionId} AND confirmed_by = 'person')
      AND EXISTS (SELECT 1 FROM ${attempts} WHERE reference = ${reference} AND method = 'linked-wallet')`,
  )
}

/**
 * Condition: the order has the payment as an open disputed one by a verdict alone, and now the
 * service names it, for the same attempt.
 */
export function isByVerdictUntilNow({
  orderId,
  transactionId,
  reference,
  paid,
}: Omit<Reported, 'evidence'>): SQL {
  return sql`(${paid.foundBy} <> 'person' AND EXISTS (SELECT 1 FROM ${disputedPayments} d
    WHERE d.transaction_id = ${transactionId} AND d.order_id = ${orderId}
      AND d.state = 'open' AND d.found_by = 'person' AND d.reference = ${reference}))`
}

/**
 * The service names an open disputed payment that only a verdict has named until now: from now on
 * nobody can end it as never made, or give it another transaction.
 */
export function confirmedByService(reported: Reported, atMs: number): Transition {
  const { orderId, reference, transactionId, evidence, where, paid } = reported
  return {
    decide: update(disputedPayments, {
      set: { foundBy: paid.foundBy },
      where: and(isPayment({ orderId, transactionId }), isByVerdictUntilNow(reported), where),
    }),
    journal: {
      atMs,
      kind: 'payment.known',
      orderId,
      dedupe: keyOfKnown(reported),
      evidence,
      data: { transaction_id: transactionId, reference },
    },
  }
}

/**
 * A payment that a verdict has ended as never made is reported as made: it is a disputed payment
 * again, with what the report says of it.
 *
 * @param alert the alert of the dispute
 */
export function backFromNeverMade(dispute: Dispute, alert: AlertToRaise): Transition {
  const { orderId, transactionId, evidence, where = sql`TRUE`, paid } = dispute
  const { atMs } = alert
  const payment = paymentIn(dispute, paid, atMs)
  const { reference, reason, foundBy, serviceOrderId, paidVnd, paidPoints } = payment
  const { bookedAtMs } = payment
  const { order_id: _order, ...facts } = alert.data
  const data = { ...facts, reopened: true }
  return {
    decide: update(disputedPayments, {
      set: {
        state: 'open',
        reference,
        reason,
        foundBy,
        serviceOrderId,
        paidVnd,
        paidPoints,
        bookedAtMs,
      },
      where: sql`${isPayment(dispute)} AND ${isEndedAsNeverMade(dispute)} AND ${where}`,
    }),
    require: [
      updateOne(orders, {
        key: orders.id,
        equals: orderId,
        set: { state: 'disputed', version: sql`${orders.version} + 1` },
      }),
    ],
    journal: {
      atMs,
      kind: 'payment.reopened',
      orderId,
      dedupe: `payment.reopened:${orderId}:${transactionId}:at:${atMs}`,
      evidence,
      data,
    },
    event: {
      atMs,
      orderId,
      type: 'order.disputed',
      once: `reopened:${transactionId}:at:${atMs}`,
      data,
    },
    alert: { ...alert, data: { ...alert.data, reopened: true } },
    optional: arrivalOf(payment, {
      atMs,
      evidence,
      when: sql`NOT ${otherOrderHas(transactionId, orderId)}`,
    }),
  }
}
