import { eq, or } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { attempts, orders } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** An attempt together with its order. */
export interface AttemptOfOrder {
  readonly attempt: typeof attempts.$inferSelect
  readonly order: typeof orders.$inferSelect
}

/**
 * Finds the attempt that a callback belongs to: by our reference from its path, else by the order
 * id of the service.
 */
export async function findAttempt(
  context: OrdersContext,
  callback: { readonly reference?: string; readonly serviceOrderId: string },
): Promise<AttemptOfOrder | undefined> {
  const byServiceOrder = eq(attempts.serviceOrderId, callback.serviceOrderId)
  const rows = await openDatabase(context)
    .select({ attempt: attempts, order: orders })
    .from(attempts)
    .innerJoin(orders, eq(orders.id, attempts.orderId))
    .where(
      callback.reference === undefined
        ? byServiceOrder
        : or(eq(attempts.reference, callback.reference), byServiceOrder),
    )
  return rows.find(({ attempt }) => attempt.reference === callback.reference) ?? rows[0]
}
