import { eq } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** A refund, as it is stored. */
export type Refund = typeof refunds.$inferSelect

/** The current state of a refund; `undefined` when no refund has this id. */
export async function readRefund(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<Refund | undefined> {
  const [refund] = await openDatabase(context).select().from(refunds).where(eq(refunds.id, id))
  return refund
}

/**
 * The disputed payment that a refund returns, for the facts of an event; nothing when it is the
 * payment that counts as the order's.
 */
export function paymentInFacts({ transactionId }: Pick<Refund, 'transactionId'>): {
  readonly transaction_id?: string
} {
  return transactionId === null ? {} : { transaction_id: transactionId }
}
