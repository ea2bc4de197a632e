import { and, eq, sql } from 'drizzle-orm'
import { orders } from '../../database/schema.ts'
import { ordersIn } from '../../database/states-in-sql.ts'
import { update, type Transition } from '../../database/transition.ts'

/**
 * Makes an order `created` if it is not yet: the customer can make a payment, or an earlier payment
 * ended without money.
 */
export function orderCreated(orderId: string): Transition {
  return {
    decide: update(orders, {
      set: { state: 'created', version: sql`${orders.version} + 1` },
      where: and(eq(orders.id, orderId), sql`${orders.state} IN ${ordersIn.before('created')}`),
    }),
  }
}
