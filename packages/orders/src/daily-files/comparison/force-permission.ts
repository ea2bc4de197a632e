import type { ReconcileErrorCode } from '@merchant-edge/reconcile'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { reconciliationRuns } from '../../database/schema.ts'
import type { OrdersContext } from '../../orders-context.ts'

const forceable: ReadonlySet<string> = new Set<ReconcileErrorCode>([
  'ERR_CHECKSUM_KEY',
  'ERR_ROWS_UNREADABLE',
  'ERR_CARRIED_UNREADABLE',
  'ERR_FILES_UNRELATED',
  'ERR_FILE_EMPTY',
])

/** Whether a run that was stopped with this code can be forced. */
export function isForceable(code: string): boolean {
  return forceable.has(code)
}

/**
 * When an operator permitted to compare the two files of a day despite this error code, in
 * milliseconds since 1970; `undefined` without a permission. The permission does not depend on the
 * rows carried over from the day before, which another run of that day may change.
 */
export async function forcedAtMs(
  context: Pick<OrdersContext, 'database'>,
  stop: {
    readonly day: string
    readonly partnerSha256: string
    readonly serviceSha256: string
    readonly code: string
  },
): Promise<number | undefined> {
  const [permission] = await openDatabase(context)
    .select({ atMs: reconciliationRuns.forcedAtMs })
    .from(reconciliationRuns)
    .where(
      and(
        eq(reconciliationRuns.day, stop.day),
        eq(reconciliationRuns.partnerSha256, stop.partnerSha256),
        eq(reconciliationRuns.serviceSha256, stop.serviceSha256),
        eq(reconciliationRuns.errorCode, stop.code),
        isNotNull(reconciliationRuns.forcedAtMs),
      ),
    )
    .orderBy(desc(reconciliationRuns.forcedAtMs))
    .limit(1)
  return permission?.atMs ?? undefined
}
