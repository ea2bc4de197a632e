import { and, eq, gt } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { alerts } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** D1 restores moments of the last 30 days. */
const expectedForMs = 30 * 24 * 60 * 60_000

/**
 * Whether the database was restored in the last 30 days: then the service may have done what the
 * database does not know.
 */
export async function wasRestoredLately(
  context: Pick<OrdersContext, 'database' | 'now'>,
): Promise<boolean> {
  const sinceMs = context.now() - expectedForMs
  const restores = await openDatabase(context)
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.kind, 'database_restored'), gt(alerts.lastRaisedAtMs, sinceMs)))
    .limit(1)
  return restores.length > 0
}
