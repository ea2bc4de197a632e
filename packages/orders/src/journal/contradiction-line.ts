import type { EvidenceSource } from '../database/journal-entry.ts'
import type { JournalData } from '../database/schema.ts'
import type { Transition } from '../database/transition.ts'
import { entryOnce } from './journal.ts'

/** A payment or a transfer about which the service and a verdict differ. */
export interface Contradicted {
  readonly kind: 'payment.contradicted' | 'transfer.contradicted'
  /** `null` for a transfer. */
  readonly orderId: string | null
  /** Our reference of the payment, or the id of the transfer. */
  readonly subject: string
  /** The facts that say which payment or transfer it is. */
  readonly facts: JournalData
}

/** The transaction that the service names. */
export interface OtherTransaction {
  readonly atMs: number
  readonly evidence: EvidenceSource
  readonly transactionId: string
  readonly data: JournalData
}

/**
 * The journal line about a transaction that the service names for a payment or a transfer which
 * counts as made with another one, or as not made; one line for each transaction. It changes nothing: an operator
 * who corrects a verdict finds the transaction in it.
 */
export function contradictionLine(
  { kind, orderId, subject, facts }: Contradicted,
  { atMs, evidence, transactionId, data }: OtherTransaction,
): Transition {
  return entryOnce({
    atMs,
    kind,
    orderId,
    dedupe: `${kind}:${subject}:${transactionId}`,
    evidence,
    data: { ...facts, transaction_id: transactionId, ...data },
  })
}
