import { and, asc, gte, lt } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, type JournalData } from '../database/schema.ts'
import type { Transition } from '../database/transition.ts'
import { contradictionLine, type OtherTransaction } from '../journal/contradiction-line.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { TransferRow } from './read-transfer.ts'

const kind = 'transfer.contradicted'

/**
 * The journal line of a transaction that the service names for a transfer which counts as made with
 * another one, or as not made.
 */
export function contradictedTransfer(
  { id, reference, amountVnd }: TransferRow,
  named: OtherTransaction,
): Transition {
  const facts: JournalData = { transfer_id: id, reference, amount_vnd: amountVnd }
  return contradictionLine({ kind, orderId: null, subject: id, facts }, named)
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
