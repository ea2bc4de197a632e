import { sql, type SQL } from 'drizzle-orm'
import { bookedAtMs, fileDateTime } from '../../daily-files/vietnam-day.ts'
import type { EvidenceSource, JournalEntry } from '../../database/journal-entry.ts'
import {
  attempts,
  disputedPayments,
  journal,
  orders,
  type JournalData,
} from '../../database/schema.ts'
import { insert, update, type Transition } from '../../database/transition.ts'
import { pointValueVnd } from '../../rules/point-value.ts'
import type { Dispute, DisputedAmounts } from './dispute.ts'

type StoredPayment = typeof disputedPayments.$inferSelect

/** Condition for the row of a disputed payment. */
export function isPayment({
  orderId,
  transactionId,
}: Pick<StoredPayment, 'orderId' | 'transactionId'>): SQL {
  return sql`${disputedPayments.transactionId} = ${transactionId} AND ${disputedPayments.orderId} = ${orderId}`
}

/**
 * SQL condition: the order counts the transaction as its payment, or has it as a disputed payment,
 * open or decided.
 */
export function orderHasTransaction({
  orderId,
  transactionId,
}: Pick<StoredPayment, 'orderId' | 'transactionId'>): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${orders} o
      WHERE o.id = ${orderId} AND o.paid_transaction_id = ${transactionId})
    OR EXISTS (SELECT 1 FROM ${disputedPayments} d
      WHERE d.transaction_id = ${transactionId} AND d.order_id = ${orderId}))`
}

/**
 * Condition: another order counts the transaction as its payment, or has it as a disputed payment.
 */
export function otherOrderHas(transactionId: string, orderId: string): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${orders} o
      WHERE o.paid_transaction_id = ${transactionId} AND o.id <> ${orderId})
    OR EXISTS (SELECT 1 FROM ${disputedPayments} d
      WHERE d.transaction_id = ${transactionId} AND d.order_id <> ${orderId} AND d.state <> 'released'))`
}

/**
 * SQL expression: how often a transaction was disputed for an order that has no row of it any more;
 * 0 while it has one. A verdict had named it wrongly for another payment and was corrected since.
 * When the transaction arrives after all, its journal lines and its event are further ones.
 */
export function timesRenamed(payment: Pick<StoredPayment, 'orderId' | 'transactionId'>): SQL {
  const { orderId, transactionId } = payment
  return sql`(SELECT COUNT(*) FROM ${journal} r WHERE r.order_id = ${orderId}
    AND r.kind = 'payment.disputed' AND json_extract(r.facts, '$.transaction_id') = ${transactionId}
    AND NOT ${orderHasTransaction(payment)})`
}

/** A key, or the key of a further occurrence when the transaction was disputed before. */
export function keyAfter(times: number, key: string): string {
  return times === 0 ? key : `${key}:${times}`
}

/** Day and time of a payment for the daily files. */
export function fileTimeOf(payment: Pick<StoredPayment, 'bookedAtMs'>): JournalData {
  const { date, time } = fileDateTime(payment.bookedAtMs)
  return { file_date: date, file_time: time }
}

/** The journal line from which the partner-file row of a payment is made. */
export function arrivalLine(
  payment: Pick<
    StoredPayment,
    'orderId' | 'transactionId' | 'reference' | 'paidVnd' | 'paidPoints' | 'bookedAtMs'
  >,
  { atMs, evidence }: Pick<JournalEntry, 'atMs' | 'evidence'>,
): JournalEntry {
  const { orderId, transactionId, reference, paidVnd, paidPoints } = payment
  return {
    atMs,
    kind: 'payment.arrived',
    orderId,
    dedupe: `payment.arrived:${orderId}:${transactionId}`,
    evidence,
    data: {
      transaction_id: transactionId,
      reference,
      order_amount: paidVnd + paidPoints * pointValueVnd,
      vnd_amount: paidVnd,
      point_amount: paidPoints,
      ...fileTimeOf(payment),
    },
  }
}

/**
 * SQL expression: how often a transaction was disputed for an order before it got the row that it has
 * now, {@link timesRenamed} of then: as often there may be a line of its arrival for another payment.
 */
function timesBefore({
  orderId,
  transactionId,
}: Pick<StoredPayment, 'orderId' | 'transactionId'>): SQL {
  return sql`(SELECT max(0, COUNT(*) - 1) FROM ${journal} r WHERE r.order_id = ${orderId}
    AND r.kind = 'payment.disputed' AND json_extract(r.facts, '$.transaction_id') = ${transactionId})`
}

/**
 * Writes the journal line from which the partner-file row of a disputed payment is made, once. It
 * follows the line that the payment is disputed.
 *
 * @param arrival.when a further condition
 * @param arrival.hasRow whether an earlier line already makes its row
 */
export function arrivalOf(
  payment: Omit<StoredPayment, 'createdAtMs' | 'hasRow' | 'state'>,
  {
    atMs,
    evidence,
    when,
    hasRow = false,
  }: {
    readonly atMs: number
    readonly evidence: EvidenceSource
    readonly when?: SQL
    readonly hasRow?: boolean | undefined
  },
): Transition {
  const line = arrivalLine(payment, { atMs, evidence })
  const times = timesBefore(payment)
  const dedupe = sql`${line.dedupe} || iif(${times} = 0, '', ':' || ${times})`
  const data = { ...line.data, ...(hasRow && { has_row: true }) }
  return {
    decide: update(disputedPayments, {
      set: { hasRow: true },
      where: sql`${isPayment(payment)} AND ${disputedPayments.hasRow} = 0 AND ${when ?? sql`TRUE`}`,
    }),
    optional: {
      decide: insert(journal, {
        values: { ...line, dedupe, data },
        where: sql`NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${dedupe})`,
      }),
    },
  }
}

/** The row of a disputed payment that arrives. */
export function paymentIn(
  { orderId, reference, transactionId, reason }: Omit<Dispute, 'data' | 'paid'>,
  { vnd, points, serviceOrderId, foundBy, serviceTime, fileTimeMs }: DisputedAmounts,
  atMs: number,
): Omit<StoredPayment, 'createdAtMs' | 'hasRow' | 'state'> {
  return {
    transactionId,
    orderId,
    reference,
    serviceOrderId,
    reason,
    foundBy,
    paidVnd: vnd,
    paidPoints: points,
    refundedVnd: 0,
    refundedPoints: 0,
    settledVnd: 0,
    settledPoints: 0,
    bookedAtMs: fileTimeMs ?? bookedAtMs(serviceTime, atMs),
  }
}

/**
 * Stores the payment of a dispute once, so that it can be accepted, refunded or released
 * separately; not when the transaction is the payment that counts as the order's. It gets a row in
 * the partner file, unless the transaction is known from another order, which then has the row.
 */
export function keepPayment(
  dispute: Omit<Dispute, 'data' | 'paid'>,
  paid: DisputedAmounts,
  { atMs, renamed }: { readonly atMs: number; readonly renamed: number },
): Transition {
  const { orderId, reference, transactionId, reason, evidence, where = sql`TRUE` } = dispute
  const { vnd, points } = paid
  const payment = paymentIn(dispute, paid, atMs)
  return {
    decide: insert(disputedPayments, {
      values: { ...payment, createdAtMs: atMs },
      where: sql`NOT EXISTS (SELECT 1 FROM ${orders} WHERE paid_transaction_id = ${transactionId} AND id = ${orderId})
        AND ${timesRenamed(dispute)} = ${renamed} AND ${where}`,
    }),
    journal: {
      atMs,
      kind: 'payment.disputed',
      orderId,
      dedupe: keyAfter(renamed, `payment.disputed:${orderId}:${transactionId}`),
      evidence,
      data: { reason, transaction_id: transactionId, reference, vnd, points },
    },
    optional: arrivalOf(payment, {
      atMs,
      evidence,
      hasRow: paid.hasRow,
      when: sql`NOT ${otherOrderHas(transactionId, orderId)}`,
    }),
  }
}

/**
 * The state of a disputed order after one of its payments was accepted, refunded or released. It
 * stays disputed while another disputed payment, or a dispute without a payment, is open. If all
 * its payments belong to other orders, it was not paid; if money of a linked wallet is held for it,
 * it becomes `held` again. Use it in an update of the order that follows the change of the payment.
 */
export const stateAfterDispute: SQL = sql`CASE
  WHEN EXISTS (SELECT 1 FROM ${disputedPayments} d
    WHERE d.order_id = ${orders.id} AND d.state = 'open') THEN 'disputed'
  WHEN ${orders.state} <> 'disputed' THEN ${orders.state}
  WHEN EXISTS (SELECT 1 FROM ${journal} j
    WHERE j.order_id = ${orders.id} AND j.kind = 'order.disputed'
      AND json_extract(j.facts, '$.transaction_id') NOT IN (
        SELECT d.transaction_id FROM ${disputedPayments} d WHERE d.order_id = ${orders.id})
      AND NOT EXISTS (SELECT 1 FROM ${journal} c
        WHERE c.order_id = ${orders.id} AND c.kind = 'payment.corrected'
          AND json_extract(c.facts, '$.transaction_id_before') = json_extract(j.facts, '$.transaction_id')))
    THEN 'disputed'
  WHEN ${orders.paidTransactionId} IS NULL THEN CASE
    WHEN EXISTS (SELECT 1 FROM ${attempts} a
      WHERE a.order_id = ${orders.id} AND a.state = 'held') THEN 'held'
    WHEN EXISTS (SELECT 1 FROM ${disputedPayments} d
      WHERE d.order_id = ${orders.id} AND d.state = 'returned') THEN 'refunded' ELSE 'expired' END
  WHEN ${orders.settledVnd} = 0 AND ${orders.settledPoints} = 0 THEN 'paid'
  WHEN ${orders.settledVnd} = ${orders.paidVnd} AND ${orders.settledPoints} = ${orders.paidPoints} THEN 'refunded'
  ELSE 'part_refunded' END`
