import { asc, eq } from 'drizzle-orm'
import { openDatabase, type OrderDatabase } from '../database/open-database.ts'
import { attempts, journal, orders, refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderView, type OrderRows, type OrderView } from './order-view.ts'

/** The oldest lines of a timeline that are shown. */
const timelineMax = 200

/** The statements that read an order with all that belongs to it, for the end of a batch. */
export function orderReads(db: OrderDatabase, id: string) {
  return [
    db.select().from(orders).where(eq(orders.id, id)),
    db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, id))
      .orderBy(asc(attempts.createdAtMs), asc(attempts.reference)),
    db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, id))
      .orderBy(asc(refunds.createdAtMs), asc(refunds.id)),
    db
      .select()
      .from(journal)
      .where(eq(journal.orderId, id))
      .orderBy(asc(journal.seq))
      .limit(timelineMax),
  ] as const
}

/** Reads an order's rows in one snapshot; `undefined` when there is no such order. */
export async function readOrder(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<OrderRows | undefined> {
  const db = openDatabase(context)
  const [[order], attemptRows, refundRows, journalRows] = await db.batch(orderReads(db, id))
  if (order === undefined) return undefined
  return { order, attempts: attemptRows, refunds: refundRows, journal: journalRows }
}

/** Reads an order with its attempts, refunds and timeline; `null` when there is no such order. */
export async function findOrder(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<OrderView | null> {
  const rows = await readOrder(context, id)
  return rows === undefined ? null : orderView(rows)
}
