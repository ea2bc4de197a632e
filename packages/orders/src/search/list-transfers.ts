import { sql } from 'drizzle-orm'
import { checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { transfers } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { allTransferStates } from '../states/transfer-state.ts'
import { transferView } from '../transfers/read-transfer.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { transferListRules } from './filter-rules.ts'
import { checkFilter, intervalOf, limitOf } from './list-filter.ts'
import { walkNewestFirst } from './newest-first.ts'
import type { PageOf, TransferFilter, TransferPage } from './search-api.ts'

/**
 * Transfers in pages, newest first.
 *
 * @throws TypeError when a filter is malformed, or the cursor belongs to other filters
 */
export async function listTransfers(
  context: Pick<OrdersContext, 'database'>,
  asked: TransferFilter & PageOf,
): Promise<TransferPage> {
  checkContext('listTransfers', context, ['database'])
  checkOptions('listTransfers', asked, transferListRules)
  const { cursor, limit, ...filter } = asked
  const page = { ...(limit !== undefined && { limit }) }
  checkFilter({ ...filter, ...page }, allTransferStates)
  const query = { list: 'transfers', filter }
  const { rows, next } = await walkNewestFirst(context, {
    table: transfers,
    atMs: transfers.createdAtMs,
    key: transfers.id,
    indexed: filter.state === undefined ? [] : [sql`${transfers.state} = ${filter.state}`],
    others: [],
    ...intervalOf(filter.day),
    after: readCursor(query, cursor),
    limit: limitOf(page),
  })
  return {
    transfers: rows.map((row) => transferView(row)),
    ...(next !== undefined && { cursor: writeCursor(query, next) }),
  }
}
