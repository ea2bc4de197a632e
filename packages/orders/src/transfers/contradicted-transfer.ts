import { and, asc, gte, lt } from 'drizzle-orm'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal, type JournalData } from '../database/schema.ts'
import type { Transition } from '../database/transition.ts'
import { entryOnce } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { TransferRow } from './read-transfer.ts'

const kind = 'transfer.contradicted'

/**
 * The journal line about a transaction that the service names for a transfer, which counts as made
 * with another transaction. It changes nothing; an operator who corrects the verdict finds the
 * transaction in it.
 */
export function contradictedTransfer(
  { id, reference, amountVnd }: TransferRow,
  word: {
    readonly atMs: number
    readonly evidence: EvidenceSource
    readonly transactionId: string
    readonly data: JournalData
  },
): Transition {
  const { atMs, evidence, transactionId, data } = word
  return entryOnce({
    atMs,
    kind,
    orderId: null,
    dedupe: `${kind}:${id}:${transactionId}`,
    evidence,
    data: {
      transfer_id: id,
      reference,
      amount_vnd: amountVnd,
      transaction_id: transactionId,
      ...data,
    },
  })
}

/** The lines of {@link contradictedTransfer} about a transfer, oldest first. */
export function contradictionsOf(context: Pick<OrdersContext, 'database'>, id: string) {
  // The semicolon is the character after the colon.
  const [from, to] = [`${kind}:${id}:`, `${kind}:${id};`]
  return openDatabase(context)
    .select()
    .from(journal)
    .where(and(gte(journal.dedupe, from), lt(journal.dedupe, to)))
    .orderBy(asc(journal.seq))
}
