import { and, eq, inArray } from 'drizzle-orm'
import { orders } from '../database/schema.ts'
import { findOrder, type Order } from '../orders/orders.ts'
import type { Sandbox } from '../sandbox.ts'

/** What came of ending an order without a payment. */
export type EndOutcome =
  | { readonly outcome: 'ended'; readonly order: Order }
  /** The order was paid or had failed before; nothing changed. */
  | { readonly outcome: 'unchanged'; readonly order: Order }
  | { readonly outcome: 'not_found' }

async function end(sandbox: Sandbox, orderId: string, failure: string): Promise<EndOutcome> {
  const changed = await sandbox.database
    .update(orders)
    .set({ status: 'FAIL', failure, updatedAt: sandbox.clock.nowSeconds() })
    .where(and(eq(orders.orderId, orderId), inArray(orders.status, ['INIT', 'PROCESSING'])))
    .returning({ orderId: orders.orderId })
  const order = await findOrder(sandbox, orderId)
  if (order === undefined) return { outcome: 'not_found' }
  return { outcome: changed.length === 1 ? 'ended' : 'unchanged', order }
}

/** Lets a payment fail. No callback is sent. @see Specification 6.1 */
export function failPayment(
  sandbox: Sandbox,
  orderId: string,
  failure = 'The payment failed.',
): Promise<EndOutcome> {
  return end(sandbox, orderId, failure)
}

/** Lets the customer cancel an order. No callback is sent. */
export function cancelPayment(sandbox: Sandbox, orderId: string): Promise<EndOutcome> {
  return end(sandbox, orderId, 'The customer cancelled.')
}
