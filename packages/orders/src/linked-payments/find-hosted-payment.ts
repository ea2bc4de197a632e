import type { OrdersContext } from '../orders-context.ts'
import type { OrderRows } from '../orders/order-view.ts'
import { settleByQuery } from '../payments/queries/settle-by-query.ts'

/**
 * Asks the service about payments of the order that the customer may have made on the hosted page.
 *
 * @returns the reason not to charge the linked wallet: `paid`, or `unknown` when the service did
 *   not answer
 */
export async function findHostedPayment(
  context: OrdersContext,
  rows: OrderRows,
): Promise<'paid' | 'unknown' | undefined> {
  for (const attempt of rows.attempts) {
    if (attempt.state !== 'created') continue
    const now = await settleByQuery(context, attempt)
    if (now === 'paid' || now === 'unknown') return now
  }
  return undefined
}
