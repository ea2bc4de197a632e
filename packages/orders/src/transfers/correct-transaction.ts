import { eq } from 'drizzle-orm'
import { transferKnownKey } from '../database/confirmed-in-sql.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal, type JournalData } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { contradictionsOf } from './contradicted-transfer.ts'
import type { TransferRow } from './read-transfer.ts'
import { recordOtherTransaction } from './record-transfer.ts'

/**
 * The transactions that the service has named for a transfer whose stored transaction only an
 * operator's verdict has named; `undefined` for any other transfer.
 */
async function namedInstead(
  context: OrdersContext,
  { id, version, transactionId }: TransferRow,
): Promise<ReadonlyMap<string, JournalData> | undefined> {
  // Only a transfer that was made has one.
  if (transactionId === null) return undefined
  const [line] = await openDatabase(context)
    .select({ evidence: journal.evidence })
    .from(journal)
    .where(eq(journal.dedupe, `transfer.succeeded:${id}:${version - 1}`))
  if (line?.evidence !== 'word of a person') return undefined
  const [ofFile] = await openDatabase(context)
    .select({ seq: journal.seq })
    .from(journal)
    .where(eq(journal.dedupe, `${transferKnownKey}${id}`))
  if (ofFile !== undefined) return undefined
  const named = new Map<string, JournalData>()
  for (const { data } of await contradictionsOf(context, id)) {
    const code = data['transaction_id']
    if (typeof code === 'string') named.set(code, data)
  }
  // A transaction that the service itself has named is not replaced.
  return named.size === 0 || named.has(transactionId) ? undefined : named
}

/**
 * Replaces the transaction that a verdict has named for a transfer by the one that the service has
 * named. Nothing is sent, and the transfer stays made; the shop gets another `transfer.succeeded`,
 * with the facts `corrected` and `transaction_id_before`.
 *
 * @returns whether it was corrected; `undefined` when the transfer is not one to correct
 * @throws TypeError when the service has not named the transaction
 */
export async function correctTransaction(
  context: OrdersContext,
  transfer: TransferRow,
  { transactionId, data }: { readonly transactionId: string; readonly data: JournalData },
): Promise<boolean | undefined> {
  const named = await namedInstead(context, transfer)
  if (named === undefined || transactionId === transfer.transactionId) return undefined
  const source = named.get(transactionId)
  if (source === undefined) {
    const codes = [...named.keys()].join(', ')
    throw new TypeError(
      `The verdict's transactionId must be one that the service has named for it: ${codes}.`,
    )
  }
  return recordOtherTransaction(context, transfer, { transactionId, data: { ...source, ...data } })
}
