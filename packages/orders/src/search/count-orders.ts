import { sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { orders } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { checkOrderFilter, conditionsOf } from './list-orders.ts'
import { intervalOf } from './list-filter.ts'
import type { OrderCount, OrderFilter } from './search-api.ts'

/** Orders that one count looks at, at most. */
const countedMax = 10_000

function all(conditions: readonly SQL[]): SQL {
  return sql.join([sql`TRUE`, ...conditions], sql` AND `)
}

/**
 * How many orders a filter matches. A filter that matches a million is not counted to its end: the newest 10,000 orders
 * of its narrowest part are looked at.
 *
 * @throws TypeError when a filter is malformed
 */
export async function countOrders(
  context: Pick<OrdersContext, 'database'>,
  filter: OrderFilter,
): Promise<OrderCount> {
  checkOrderFilter(filter)
  const { startMs, endMs } = intervalOf(filter.day)
  const [narrowest, ...others] = conditionsOf(filter)
  const indexed = [
    ...(narrowest === undefined ? [] : [narrowest]),
    sql`${orders.createdAtMs} >= ${startMs} AND ${orders.createdAtMs} < ${endMs}`,
  ]
  const [found] = await openDatabase(context).all<{ looked: number; orders: number }>(sql`
    SELECT count(*) AS "looked", coalesce(sum(${all(others)}), 0) AS "orders" FROM (
      SELECT * FROM ${orders} WHERE ${all(indexed)}
      ORDER BY ${orders.createdAtMs} DESC, ${orders.id} DESC LIMIT ${countedMax + 1}) AS ${orders}`)
  const { looked = 0, orders: matching = 0 } = found ?? {}
  return { orders: Math.min(matching, countedMax), isMore: looked > countedMax }
}
