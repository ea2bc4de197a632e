import { and, eq, sql, type SQL } from 'drizzle-orm'
import { alertUnlessRaised } from '../../alerts/alerts.ts'
import {
  attempts,
  disputedPayments,
  journal,
  orders,
  type JournalData,
} from '../../database/schema.ts'
import type { JournalEntry } from '../../database/journal-entry.ts'
import {
  update,
  updateOne,
  type RequiredChange,
  type Transition,
} from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { Dispute } from './dispute.ts'
import { arrivalLine, isPayment, otherOrderHas, paymentIn } from './disputed-payment.ts'
import { keptTransaction } from './never-made.ts'

// A verdict has named, for a payment with a linked wallet, a transaction that the service names for
// another payment of the same order: a person has looked up the order and found the other payment.
// The transaction belongs to the payment for which the service names it, and the outcome of the
// payment with the linked wallet is unknown again.

type Payment = Pick<Dispute, 'orderId' | 'transactionId'>

/** The payment with a linked wallet for which a verdict has named the transaction. */
interface Misnamed {
  /** Our reference of the payment with the linked wallet. */
  readonly before: string
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/**
 * Condition: the payment with the linked wallet counts as paid, and nothing of the service names the
 * transaction for it.
 */
function isNamedByPersonAlone({ orderId, transactionId }: Payment, reference: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${attempts} w WHERE w.reference = ${reference}
      AND w.order_id = ${orderId} AND w.method = 'linked-wallet' AND w.state = 'paid')
    AND NOT EXISTS (SELECT 1 FROM ${journal} n WHERE n.order_id = ${orderId}
      AND n.known <> 'word of a person' AND json_extract(n.facts, '$.reference') = ${reference}
      AND ${transactionId} IN (json_extract(n.facts, '$.transaction_id'),
        json_extract(n.facts, '$.wallet_code'), json_extract(n.facts, '$.service_code'))))`
}

/** The outcome is unknown again; money that may be held is not captured but released. */
function unknownAgain(orderId: string, { before, atMs }: Misnamed): RequiredChange {
  return updateOne(attempts, {
    key: attempts.reference,
    equals: before,
    set: {
      state: 'payment_unknown',
      transactionId: keptTransaction({ orderId, reference: before }),
      calls: 0,
      leaseUntilMs: atMs,
      nextCallAtMs: sql`CASE WHEN ${attempts.heldAtMs} IS NOT NULL OR EXISTS (SELECT 1 FROM ${orders} h
        WHERE h.id = ${orderId} AND h.holds_payment = 1) THEN ${atMs} END`,
    },
  })
}

/** The journal line, the event and the alert of both kinds. */
function corrected(
  { orderId, reference, transactionId, evidence, paid, data: more }: Omit<Dispute, 'reason'>,
  { before, atMs }: Misnamed,
): Pick<Transition, 'journal' | 'event' | 'alert'> {
  const data: JournalData = {
    transaction_id: transactionId,
    service_order_id: paid.serviceOrderId,
    reference,
    reference_before: before,
    vnd_amount: paid.vnd,
    point_amount: paid.points,
    found_by: paid.foundBy,
    ...more,
  }
  return {
    journal: {
      atMs,
      kind: 'payment.corrected',
      orderId,
      dedupe: `payment.corrected:${reference}:${transactionId}`,
      evidence,
      data,
    },
    event: {
      atMs,
      orderId,
      type: 'order.payment_corrected',
      once: `${transactionId}:${reference}`,
      data,
    },
    alert: {
      kind: 'linked_payment_unknown',
      subject: before,
      atMs,
      data: {
        order_id: orderId,
        reference: before,
        transaction_id: transactionId,
        paid_reference: reference,
      },
    },
  }
}

/** The row of the page in the partner file: the line of the verdict was about another payment. */
function rowOfPage(
  payment: ReturnType<typeof paymentIn>,
  { atMs, evidence }: Pick<JournalEntry, 'atMs' | 'evidence'>,
): Transition {
  const line = arrivalLine(payment, { atMs, evidence })
  return entryOnce({ ...line, dedupe: `${line.dedupe}:${payment.reference}` })
}

/** The payment of the page is paid by the transaction. */
function pagePaid({
  reference,
  transactionId,
}: Pick<Dispute, 'reference' | 'transactionId'>): Transition {
  return {
    decide: update(attempts, {
      set: { state: 'paid', transactionId, nextPollAtMs: null },
      where: eq(attempts.reference, reference),
    }),
  }
}

/**
 * The misnamed payment counts as the order's: from now on the one counts for which the service names
 * the transaction, with the amount that it names. It gets a row in the partner file. Once money of the
 * order was returned, or is to be returned, the order is left alone.
 */
export function countedBelongsTo(dispute: Omit<Dispute, 'reason'>, misnamed: Misnamed): Transition {
  const { orderId, reference, transactionId, evidence, where, paid } = dispute
  const { before, atMs } = misnamed
  const payment = paymentIn({ ...dispute, reason: 'possible_double_payment' }, paid, atMs)
  return {
    decide: update(orders, {
      set: {
        version: sql`${orders.version} + 1`,
        paidReference: reference,
        paidServiceOrderId: paid.serviceOrderId,
        paidVnd: paid.vnd,
        paidPoints: paid.points,
        confirmedBy: paid.foundBy,
      },
      where: and(
        eq(orders.id, orderId),
        eq(orders.paidTransactionId, transactionId),
        eq(orders.paidReference, before),
        eq(orders.confirmedBy, 'person'),
        eq(orders.refundedVnd, 0),
        eq(orders.refundedPoints, 0),
        isNamedByPersonAlone(dispute, sql`${before}`),
        where,
      ),
    }),
    require: [unknownAgain(orderId, misnamed)],
    ...corrected(dispute, misnamed),
    optional: {
      ...pagePaid(dispute),
      optional: rowOfPage(payment, { atMs, evidence }),
    },
  }
}

/**
 * Raises an alert, once, when the service names another amount than the price for the transaction
 * that a person has named for the order.
 */
export function otherAmount(
  { orderId, reference, transactionId, where = sql`TRUE`, data }: Omit<Dispute, 'reason'>,
  { before, atMs }: Misnamed,
  orderAmount: number,
): Transition {
  const alert = {
    kind: 'paid_amount_differs',
    subject: `${orderId}:${transactionId}`,
    atMs,
    data: {
      order_id: orderId,
      transaction_id: transactionId,
      reference,
      reference_before: before,
      ...data,
    },
  } as const
  return alertUnlessRaised(
    alert,
    sql`EXISTS (SELECT 1 FROM ${orders} p WHERE p.id = ${orderId}
      AND p.paid_transaction_id = ${transactionId} AND p.amount_vnd <> ${orderAmount}) AND ${where}`,
  )
}

/**
 * SQL expression: our reference of the payment with a linked wallet that the order has as an open
 * disputed one under the transaction, when it is misnamed; null otherwise.
 */
export function referenceOfMisnamed(
  dispute: Pick<Dispute, 'orderId' | 'reference' | 'transactionId' | 'paid'>,
): SQL {
  const { orderId, reference, transactionId, paid } = dispute
  return sql`(SELECT d.reference FROM ${disputedPayments} d
    WHERE d.transaction_id = ${transactionId} AND d.order_id = ${orderId} AND d.state = 'open'
      AND d.found_by = 'person' AND ${paid.foundBy} <> 'person' AND d.reference <> ${reference}
      AND d.refunded_vnd = 0 AND d.refunded_points = 0
      AND ${isNamedByPersonAlone(dispute, sql`d.reference`)})`
}

/**
 * The misnamed payment is a disputed one: from now on it is that of the payment for which the service
 * names the transaction, so that a refund names that one.
 */
export function disputedBelongsTo(dispute: Dispute, misnamed: Misnamed): Transition {
  const { orderId, transactionId, paid, evidence, where = sql`TRUE` } = dispute
  const { atMs } = misnamed
  const payment = paymentIn(dispute, paid, atMs)
  const { reference, foundBy, serviceOrderId, paidVnd, paidPoints } = payment
  return {
    decide: update(disputedPayments, {
      set: { reference, foundBy, serviceOrderId, paidVnd, paidPoints },
      where: sql`${isPayment(dispute)} AND ${referenceOfMisnamed(dispute)} = ${misnamed.before} AND ${where}`,
    }),
    require: [unknownAgain(orderId, misnamed)],
    ...corrected(dispute, misnamed),
    // As for any disputed payment: another order that has the transaction has its row.
    optional: {
      decide: update(disputedPayments, {
        set: { hasRow: true },
        where: sql`${isPayment(dispute)} AND ${disputedPayments.reference} = ${reference}
          AND (${disputedPayments.hasRow} = 1 OR NOT ${otherOrderHas(transactionId, orderId)})`,
      }),
      optional: rowOfPage(payment, { atMs, evidence }),
    },
  }
}
