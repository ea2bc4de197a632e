import { sql, type SQL } from 'drizzle-orm'
import { checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { attempts, disputedPayments, orders, refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderView } from '../orders/order-view.ts'
import { maxStoreCodes } from '../rules/store-codes.ts'
import { allOrderStates } from '../states/order-state.ts'
import { readCursor, writeCursor, type Position } from './cursor.ts'
import { orderFilterRules, pageRules } from './filter-rules.ts'
import { checkFilter, intervalOf, limitOf } from './list-filter.ts'
import { walkNewestFirst, type WalkedRows } from './newest-first.ts'
import { ofStores } from '../orders/of-stores.ts'
import type { OrderFilter, OrderPage, OrderSummary, PageOf } from './search-api.ts'

/** Orders whose payment, refund or attempt has this reference or transaction; a handful at most. */
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

/** The conditions of a filter, the narrowest first. */
export function conditionsOf(filter: OrderFilter): SQL[] {
  const { customerId, amountVnd, state } = filter
  return [
    ...named(filter),
    ...(customerId === undefined ? [] : [sql`${orders.linkedCustomerId} = ${customerId}`]),
    ...(amountVnd === undefined ? [] : [sql`${orders.amountVnd} = ${amountVnd}`]),
    ...ofStores(filter),
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
 * Splits a filter into parts that each have one condition with an index in order of time. Only a
 * filter with several stores and no other condition has more than one part.
 */
export function partsOf(filter: OrderFilter): readonly OrderFilter[] {
  const { storeCodes, ...rest } = filter
  if (storeCodes === undefined) return [filter]
  const { storeCode } = rest
  if (storeCode !== undefined) return storeCodes.includes(storeCode) ? [rest] : []
  const isNarrow =
    named(filter).length > 0 || rest.customerId !== undefined || rest.amountVnd !== undefined
  return isNarrow
    ? [filter]
    : [...new Set(storeCodes)].map((code) => ({ ...rest, storeCode: code }))
}

function isNewer(a: Position, b: Position): boolean {
  return a.atMs === b.atMs ? a.key > b.key : a.atMs > b.atMs
}

/**
 * Merges the pages of the parts of a list: the newest rows, up to the point that every part has
 * reached.
 */
function merged(
  pages: readonly WalkedRows<typeof orders>[],
  limit: number,
): WalkedRows<typeof orders> {
  const [only] = pages
  if (only !== undefined && pages.length === 1) return only
  const positionOf = (row: typeof orders.$inferSelect): Position => ({
    atMs: row.createdAtMs,
    key: row.id,
  })
  const ends = pages.flatMap(({ next }) => (next === undefined ? [] : [next]))
  const [end] = ends.toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
  const rows = pages
    .flatMap((page) => page.rows)
    .filter((row) => end === undefined || !isNewer(end, positionOf(row)))
    .toSorted((a, b) => (isNewer(positionOf(a), positionOf(b)) ? -1 : 1))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last !== undefined ? positionOf(last) : end
  return { rows: shown, ...(next !== undefined && { next }) }
}

/**
 * A walk over the orders of a filter: by an index for its narrowest condition, or over all orders
 * by time.
 */
interface OrderWalk {
  readonly filter: OrderFilter
  readonly indexed: readonly SQL[]
  readonly others: readonly SQL[]
}

function walksOf(filter: OrderFilter, maxWalks: number): readonly OrderWalk[] {
  const parts = partsOf(filter)
  if (parts.length > maxWalks) return [{ filter, indexed: [], others: conditionsOf(filter) }]
  return parts.map((part) => {
    const [narrowest, ...others] = conditionsOf(part)
    return { filter: part, indexed: narrowest === undefined ? [] : [narrowest], others }
  })
}

/**
 * Reads a page of orders after a position.
 *
 * @param limit rows of the page
 * @param maxWalks maximum number of parts that are walked separately; with more parts, all orders
 *   are walked once
 */
export async function ordersAfter(
  context: Pick<OrdersContext, 'database'>,
  filter: OrderFilter,
  page: {
    readonly after: Position | undefined
    readonly limit: number
    readonly maxWalks?: number
  },
): Promise<{ readonly orders: readonly OrderSummary[]; readonly next?: Position }> {
  const { after, limit, maxWalks = maxStoreCodes } = page
  const pages = await Promise.all(
    walksOf(filter, maxWalks).map(({ filter: { day }, indexed, others }) =>
      walkNewestFirst(context, {
        table: orders,
        atMs: orders.createdAtMs,
        key: orders.id,
        indexed,
        others,
        ...intervalOf(day),
        after,
        limit,
      }),
    ),
  )
  const { rows, next } = merged(pages, limit)
  return { orders: rows.map((row) => summaryOf(row)), ...(next !== undefined && { next }) }
}

/**
 * Validates the filter of a search for orders.
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
  asked: OrderFilter & PageOf,
): Promise<OrderPage> {
  checkContext('listOrders', context, ['database'])
  checkOptions('listOrders', asked, { ...orderFilterRules, ...pageRules })
  const { cursor, limit, ...filter } = asked
  checkOrderFilter({ ...filter, ...(limit !== undefined && { limit }) })
  const query = { list: 'orders', filter }
  const { orders: found, next } = await ordersAfter(context, filter, {
    after: readCursor(query, cursor),
    limit: limitOf({ ...(limit !== undefined && { limit }) }),
  })
  return { orders: found, ...(next !== undefined && { cursor: writeCursor(query, next) }) }
}
