import { eq } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** A refund, as it is stored. */
export type Refund = typeof refunds.$inferSelect

/** A refund as it stands now; `undefined` when there is none with this id. */
export async function readRefund(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<Refund | undefined> {
  const [refund] = await openDatabase(context).select().from(refunds).where(eq(refunds.id, id))
  return refund
}

/** For the facts of a refund: the disputed payment that it returns; nothing when it is the one that counts as the order's. */
export function paymentInFacts({ transactionId }: Pick<Refund, 'transactionId'>): {
  readonly transaction_id?: string
} {
  return transactionId === null ? {} : { transaction_id: transactionId }
}
