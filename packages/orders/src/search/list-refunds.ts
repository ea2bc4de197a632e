import { sql } from 'drizzle-orm'
import { checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { refundView } from '../orders/order-view.ts'
import { allRefundStates } from '../states/refund-state.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { refundListRules } from './filter-rules.ts'
import { checkFilter, intervalOf, limitOf } from './list-filter.ts'
import { walkNewestFirst } from './newest-first.ts'
import { ofOrdersOfStores } from '../orders/of-stores.ts'
import type { PageOf, RefundFilter, RefundPage } from './search-api.ts'

/**
 * Refunds in pages, newest first.
 *
 * @throws TypeError when a filter is malformed, or the cursor belongs to other filters
 */
export async function listRefunds(
  context: Pick<OrdersContext, 'database'>,
  asked: RefundFilter & PageOf,
): Promise<RefundPage> {
  checkContext('listRefunds', context, ['database'])
  checkOptions('listRefunds', asked, refundListRules)
  const { cursor, limit, ...filter } = asked
  const page = { ...(limit !== undefined && { limit }) }
  checkFilter({ ...filter, ...page }, allRefundStates)
  const query = { list: 'refunds', filter }
  const { rows, next } = await walkNewestFirst(context, {
    table: refunds,
    atMs: refunds.createdAtMs,
    key: refunds.id,
    indexed: filter.state === undefined ? [] : [sql`${refunds.state} = ${filter.state}`],
    others: ofOrdersOfStores(sql`${refunds.orderId}`, filter),
    ...intervalOf(filter.day),
    after: readCursor(query, cursor),
    limit: limitOf(page),
  })
  return {
    refunds: rows.map((row) => ({ ...refundView(row), orderId: row.orderId })),
    ...(next !== undefined && { cursor: writeCursor(query, next) }),
  }
}
