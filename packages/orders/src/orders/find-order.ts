import { eq, type Column, type SQL } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { attempts, disputedPayments, journal, orders, refunds } from '../database/schema.ts'
import { readInOneBatch, type Transacted } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderView, type OrderRows } from './order-view.ts'
import type { OrderView } from './orders-api.ts'

/** Maximum number of timeline lines shown, oldest first. */
const maxTimelineLines = 200

/**
 * Reads of orders and their related rows, without timelines, for a batch.
 *
 * @param isOne condition that a column holds the id of one of the orders
 */
export function readsOfOrders(isOne: (id: Column) => SQL) {
  return {
    orders: { table: orders, where: isOne(orders.id) },
    attempts: {
      table: attempts,
      where: isOne(attempts.orderId),
      orderBy: [attempts.createdAtMs, attempts.reference],
    },
    refunds: {
      table: refunds,
      where: isOne(refunds.orderId),
      orderBy: [refunds.createdAtMs, refunds.id],
    },
    disputedPayments: {
      table: disputedPayments,
      where: isOne(disputedPayments.orderId),
      orderBy: [disputedPayments.createdAtMs, disputedPayments.transactionId],
    },
  } as const
}

/** Reads of an order and all its related rows, for a batch. */
export function readsOfOrder(id: string) {
  return {
    ...readsOfOrders((column) => eq(column, id)),
    journal: {
      table: journal,
      where: eq(journal.orderId, id),
      orderBy: [journal.seq],
      limit: maxTimelineLines,
    },
  } as const
}

/** The result of the reads; `undefined` when there is no such order. */
export function rowsOfOrder(
  done: Transacted,
  reads: ReturnType<typeof readsOfOrder>,
): OrderRows | undefined {
  const [order] = done.rows(reads.orders)
  if (order === undefined) return undefined
  return {
    order,
    attempts: done.rows(reads.attempts),
    refunds: done.rows(reads.refunds),
    disputedPayments: done.rows(reads.disputedPayments),
    journal: done.rows(reads.journal),
  }
}

/** Reads an order's rows in one snapshot; `undefined` when there is no such order. */
export async function readOrder(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<OrderRows | undefined> {
  const reads = readsOfOrder(id)
  return rowsOfOrder(await readInOneBatch(context, Object.values(reads)), reads)
}

/**
 * Reads an order with its attempts, refunds and timeline; `null` when there is no such order.
 *
 * @example
 * ```ts
 * import { findOrder, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function isPaid(context: Pick<OrdersContext, 'database'>, id: string): Promise<boolean> {
 *   const order = await findOrder(context, id)
 *   return order?.state === 'paid'
 * }
 * ```
 */
export async function findOrder(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<OrderView | null> {
  checkContext('findOrder', context, ['database'])
  checkArguments('findOrder', {}, { id })
  const rows = await readOrder(context, id)
  return rows === undefined ? null : orderView(rows)
}
