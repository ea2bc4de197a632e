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
 * The facts by which an event and a journal line name a refund: its id, and the disputed payment
 * that it returns. They name no payment when it returns the one that counts as the order's.
 */
export function refundInFacts({ id, transactionId }: Pick<Refund, 'id' | 'transactionId'>): {
  readonly refund_id: string
  readonly transaction_id?: string
} {
  return { refund_id: id, ...(transactionId !== null && { transaction_id: transactionId }) }
}
