import { and, eq, sql } from 'drizzle-orm'
import { afterChange } from '../database/insert-where.ts'
import type { OrderDatabase } from '../database/open-database.ts'
import { orders } from '../database/schema.ts'
import { ordersIn } from '../states/order-state.ts'

/**
 * The statement that makes an order `created` when the statement just before it in the batch changed a
 * row: there is a payment that the customer can make, or an earlier one is over without money.
 */
export function createdAfterChange(db: OrderDatabase, orderId: string) {
  return db
    .update(orders)
    .set({ state: 'created', version: sql`${orders.version} + 1` })
    .where(
      and(
        afterChange,
        eq(orders.id, orderId),
        sql`${orders.state} IN ${ordersIn.before('created')}`,
      ),
    )
}
