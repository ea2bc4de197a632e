import { and, eq, lte, sql, type SQL } from 'drizzle-orm'
import { attempts } from '../../database/schema.ts'
import { take } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import { leaseMs } from '../../events/outbox.ts'
import type { OrdersContext } from '../../orders-context.ts'

/**
 * Leases the next call to capture or release the money of a payment, when it is due, and counts it.
 *
 * @param where condition on the attempt: in which states the call is made
 * @returns `undefined` when no call is due, or another request makes it
 */
export async function leaseCall(
  context: OrdersContext,
  reference: string,
  where: SQL,
): Promise<typeof attempts.$inferSelect | undefined> {
  const now = context.now()
  const [leased] = await take(
    context,
    update(attempts, {
      set: {
        calls: sql`${attempts.calls} + 1`,
        nextCallAtMs: now + leaseMs,
        leaseUntilMs: now + leaseMs,
      },
      where: and(eq(attempts.reference, reference), where, lte(attempts.nextCallAtMs, now)),
    }),
  )
  return leased
}
