import { sql, type SQL } from 'drizzle-orm'
import { disputedPayments, orders, type JournalData } from '../../database/schema.ts'
import type { Transition } from '../../database/transition.ts'

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

/** The journal line and the event of a correction. */
export function correctionOf({
  atMs,
  orderId,
  reference,
  transactionId,
  data,
}: Correction): Pick<Transition, 'journal' | 'event'> {
  return {
    journal: {
      atMs,
      kind: 'payment.corrected',
      orderId,
      dedupe: `payment.corrected:${reference}:${transactionId}`,
      evidence: 'word of a person',
      data,
    },
    event: { atMs, orderId, type: 'order.payment_corrected', once: transactionId, data },
  }
}
