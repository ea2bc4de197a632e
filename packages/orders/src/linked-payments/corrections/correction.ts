import { sql, type SQL } from 'drizzle-orm'
import { disputedPayments, journal, orders, type JournalData } from '../../database/schema.ts'
import type { Transition } from '../../database/transition.ts'
import { keyOfKnown } from '../../payments/disputes/confirmed-by-service.ts'

/** The correction of a transaction that only a verdict has named. */
export interface Correction {
  /** Milliseconds since 1970. */
  readonly atMs: number
  readonly orderId: string
  /** Our reference of the payment. */
  readonly reference: string
  /** The transaction that the verdict has named. */
  readonly before: string
  /** The transaction that the service has named. */
  readonly transactionId: string
  /** The facts with which the service has named the transaction, from the journal. */
  readonly source: JournalData
  /** The facts of the journal line and the event. */
  readonly data: JournalData
}

/** Condition: no order has the transaction, neither as its payment nor as a disputed one. */
export function belongsToNoOrder(transactionId: string): SQL {
  return sql`(NOT EXISTS (SELECT 1 FROM ${orders} WHERE paid_transaction_id = ${transactionId})
    AND NOT EXISTS (SELECT 1 FROM ${disputedPayments} WHERE transaction_id = ${transactionId}))`
}

/**
 * Condition: the service has not named the transaction of the verdict since it was looked up. Then
 * there may be two charges, and a correction would forget one of them.
 */
export function isStillUnconfirmed({
  orderId,
  before,
}: Pick<Correction, 'orderId' | 'before'>): SQL {
  const key = keyOfKnown({ orderId, transactionId: before })
  return sql`NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${key})`
}

/** `dedupe` of the journal line of a correction. */
export function keyOfCorrection({
  reference,
  transactionId,
}: Pick<Correction, 'reference' | 'transactionId'>): string {
  return `payment.corrected:${reference}:${transactionId}`
}

/** The journal line and the event of a correction. */
export function correctionOf(correction: Correction): Pick<Transition, 'journal' | 'event'> {
  const { atMs, orderId, transactionId, data } = correction
  return {
    journal: {
      atMs,
      kind: 'payment.corrected',
      orderId,
      dedupe: keyOfCorrection(correction),
      evidence: 'word of a person',
      data,
    },
    event: { atMs, orderId, type: 'order.payment_corrected', once: transactionId, data },
  }
}
