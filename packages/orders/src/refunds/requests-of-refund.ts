import { refundOrder } from '@merchant-edge/contract'
import { refusalOf } from '@merchant-edge/contract/refusals'
import { and, eq } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { serviceCalls } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { Refund } from './find-refund.ts'

/** The code by which the service says that it knows the id of a refund. */
export const refundIdExists = 4090801

type StoredCall = Pick<typeof serviceCalls.$inferSelect, 'outcome' | 'code' | 'requests'>

/** Whether the answer proves that the last request of the call made no transaction. */
function madeNoTransaction({ outcome, code }: StoredCall): boolean {
  if (outcome !== 'refused' || code === null) return outcome === 'not_sent'
  return code === refundIdExists || refusalOf(refundOrder, code)?.kind === 'not_processed'
}

/** HTTP requests of a call of which the service may have made a transaction. */
function processedBy(call: StoredCall): number {
  return Math.max(0, (call.requests ?? 1) - (madeNoTransaction(call) ? 1 : 0))
}

/**
 * Whether the service can have made one transaction only of all requests for a refund. Only then
 * does a failed row of the refund say what became of it: it may be the row of one request, while
 * another request made the refund. Assumes G-116.
 *
 * The stored calls tell this. If some of them are missing, it is not known, and the result is
 * `false`; so it is when none of them can have made the transaction that the row names, as after a
 * restore of the database.
 */
export async function isOfOneRequest(
  context: Pick<OrdersContext, 'database'>,
  { id, orderId, calls }: Refund,
): Promise<boolean> {
  const stored = await openDatabase(context)
    .select({
      outcome: serviceCalls.outcome,
      code: serviceCalls.code,
      requests: serviceCalls.requests,
    })
    .from(serviceCalls)
    .where(
      and(
        eq(serviceCalls.about, 'order'),
        eq(serviceCalls.subjectId, orderId),
        eq(serviceCalls.endpoint, 'refundOrder'),
        eq(serviceCalls.reference, id),
      ),
    )
  // `calls` of a refund leaves out those that were not sent or not processed.
  const counted = stored.filter((call) => processedBy(call) > 0 || call.code === refundIdExists)
  const requests = stored.reduce((sum, call) => sum + processedBy(call), 0)
  return counted.length >= calls && requests === 1
}
