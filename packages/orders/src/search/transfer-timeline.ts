import { inArray } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { transferKnownKey } from '../database/confirmed-in-sql.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal } from '../database/schema.ts'
import type { TimelineEntry } from '../orders/orders-api.ts'
import type { OrdersContext } from '../orders-context.ts'
import { allTransferStates } from '../states/transfer-state.ts'
import { contradictionsOf } from '../transfers/contradicted-transfer.ts'
import { readTransfer } from '../transfers/read-transfer.ts'

/**
 * Maximum number of changes of a transfer that are looked up, newest first; D1 allows 100 values in
 * one statement.
 */
const maxVersions = 20

/**
 * The journal lines about a transfer, oldest first. They have no order id, so they are found by
 * their deduplication keys.
 *
 * @returns nothing when there is no such transfer
 */
export async function transferTimeline(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<readonly TimelineEntry[]> {
  checkContext('transferTimeline', context, ['database'])
  checkArguments('transferTimeline', {}, { id })
  const transfer = await readTransfer(context, id)
  if (transfer === undefined) return []
  const versions = Array.from({ length: Math.min(transfer.version, maxVersions) }, (_, back) =>
    String(transfer.version - back),
  )
  const names = versions.flatMap((version) =>
    allTransferStates.map((state) => `transfer.${state}:${id}:${version}`),
  )
  const lines = await openDatabase(context)
    .select()
    .from(journal)
    .where(
      inArray(journal.dedupe, [`transfer.requested:${id}`, `${transferKnownKey}${id}`, ...names]),
    )
  const all = [...lines, ...(await contradictionsOf(context, id))]
  return all
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ seq, atMs, kind, data, evidence }) => ({
      seq,
      at: toSeconds(atMs),
      kind,
      facts: { ...data, known: evidence },
    }))
}
