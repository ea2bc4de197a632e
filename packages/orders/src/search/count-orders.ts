import { sql, type SQL } from 'drizzle-orm'
import { checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { orders } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderFilterRules } from './filter-rules.ts'
import { checkOrderFilter, conditionsOf, partsOf } from './list-orders.ts'
import { intervalOf } from './list-filter.ts'
import type { OrderCount, OrderFilter } from './search-api.ts'

/** Maximum number of orders that one count examines. */
const maxCounted = 10_000

function all(conditions: readonly SQL[]): SQL {
  return sql.join([sql`TRUE`, ...conditions], sql` AND `)
}

async function countPart(
  context: Pick<OrdersContext, 'database'>,
  filter: OrderFilter,
): Promise<{ readonly looked: number; readonly orders: number }> {
  const { startMs, endMs } = intervalOf(filter.day)
  const [narrowest, ...others] = conditionsOf(filter)
  const indexed = [
    ...(narrowest === undefined ? [] : [narrowest]),
    sql`${orders.createdAtMs} >= ${startMs} AND ${orders.createdAtMs} < ${endMs}`,
  ]
  const [found] = await openDatabase(context).all<{ looked: number; orders: number }>(sql`
    SELECT count(*) AS "looked", coalesce(sum(${all(others)}), 0) AS "orders" FROM (
      SELECT * FROM ${orders} WHERE ${all(indexed)}
      ORDER BY ${orders.createdAtMs} DESC, ${orders.id} DESC LIMIT ${maxCounted + 1}) AS ${orders}`)
  return found ?? { looked: 0, orders: 0 }
}

/**
 * Counts the orders that match a filter. The count is bounded: it examines the newest 10,000 orders
 * of the narrowest indexed condition, or of each store when the filter names several.
 *
 * @throws TypeError when a filter is malformed
 */
export async function countOrders(
  context: Pick<OrdersContext, 'database'>,
  filter: OrderFilter,
): Promise<OrderCount> {
  checkContext('countOrders', context, ['database'])
  checkOptions('countOrders', filter, orderFilterRules)
  checkOrderFilter(filter)
  const parts = await Promise.all(partsOf(filter).map((part) => countPart(context, part)))
  const matching = parts.reduce((sum, part) => sum + part.orders, 0)
  const isMore = matching > maxCounted || parts.some(({ looked }) => looked > maxCounted)
  return { orders: Math.min(matching, maxCounted), isMore }
}
