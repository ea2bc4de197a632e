import { sql, type SQL } from 'drizzle-orm'
import { attempts, disputedPayments, orders, refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderView } from '../orders/order-view.ts'
import { allOrderStates } from '../states/order-state.ts'
import { readCursor, writeCursor, type Position } from './cursor.ts'
import { checkFilter, intervalOf, limitOf } from './list-filter.ts'
import { walkNewestFirst } from './newest-first.ts'
import type { OrderFilter, OrderPage, OrderSummary, PageOf } from './search-api.ts'

/** Orders whose payment, refund or attempt has this name; a handful at most. */
function named({ reference, transactionId }: OrderFilter): SQL[] {
  const conditions: SQL[] = []
  if (reference !== undefined) {
    conditions.push(sql`${orders.id} IN (
      SELECT order_id FROM ${attempts} WHERE reference = ${reference}
      UNION SELECT order_id FROM ${attempts} WHERE service_order_id = ${reference}
      UNION SELECT order_id FROM ${refunds} WHERE id = ${reference})`)
  }
  if (transactionId !== undefined) {
    conditions.push(sql`${orders.id} IN (
      SELECT id FROM ${orders} WHERE paid_transaction_id = ${transactionId}
      UNION SELECT order_id FROM ${attempts} WHERE transaction_id = ${transactionId}
      UNION SELECT order_id FROM ${disputedPayments} WHERE transaction_id = ${transactionId})`)
  }
  return conditions
}

/** What the filter asks of an order, the narrowest first. */
export function conditionsOf(filter: OrderFilter): SQL[] {
  const { customerId, amountVnd, storeCode, posCode, state } = filter
  return [
    ...named(filter),
    ...(customerId === undefined ? [] : [sql`${orders.linkedCustomerId} = ${customerId}`]),
    ...(amountVnd === undefined ? [] : [sql`${orders.amountVnd} = ${amountVnd}`]),
    ...(storeCode === undefined ? [] : [sql`${orders.storeCode} = ${storeCode}`]),
    ...(posCode === undefined ? [] : [sql`${orders.posCode} = ${posCode}`]),
    ...(state === undefined ? [] : [sql`${orders.state} = ${state}`]),
  ]
}

function summaryOf(order: typeof orders.$inferSelect): OrderSummary {
  const {
    attempts: _attempts,
    disputedPayments: _disputedPayments,
    refunds: _refunds,
    timeline: _timeline,
    ...summary
  } = orderView({
    order,
    attempts: [],
    disputedPayments: [],
    refunds: [],
    journal: [],
  })
  return summary
}

/**
 * Reads a page of orders behind a position.
 *
 * @param limit rows of the page
 */
export async function ordersAfter(
  context: Pick<OrdersContext, 'database'>,
  filter: OrderFilter,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<{ readonly orders: readonly OrderSummary[]; readonly next?: Position }> {
  const [narrowest, ...others] = conditionsOf(filter)
  const { rows, next } = await walkNewestFirst(context, {
    table: orders,
    atMs: orders.createdAtMs,
    key: orders.id,
    indexed: narrowest === undefined ? [] : [narrowest],
    others,
    ...intervalOf(filter.day),
    after,
    limit,
  })
  return { orders: rows.map((row) => summaryOf(row)), ...(next !== undefined && { next }) }
}

/**
 * Checks by what orders are searched.
 *
 * @throws TypeError naming the field that is wrong
 */
export function checkOrderFilter(filter: OrderFilter & PageOf): void {
  checkFilter(filter, allOrderStates)
}

/**
 * Orders in pages, newest first.
 *
 * @throws TypeError when a filter is malformed, or the cursor belongs to other filters
 */
export async function listOrders(
  context: Pick<OrdersContext, 'database'>,
  { cursor, limit, ...filter }: OrderFilter & PageOf,
): Promise<OrderPage> {
  checkOrderFilter({ ...filter, ...(limit !== undefined && { limit }) })
  const query = { list: 'orders', filter }
  const { orders: found, next } = await ordersAfter(context, filter, {
    after: readCursor(query, cursor),
    limit: limitOf({ ...(limit !== undefined && { limit }) }),
  })
  return { orders: found, ...(next !== undefined && { cursor: writeCursor(query, next) }) }
}
