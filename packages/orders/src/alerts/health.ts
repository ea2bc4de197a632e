import { and, count, eq, min, sql } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts, outbox } from '../database/schema.ts'
import { activeEndpoints } from '../events/active-endpoints.ts'
import { eventDueSince } from '../events/first-in-line.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { AlertState, HealthView } from './alerts-api.ts'
import { dailyFilesDueSince, sweepDueSince } from './work-due-since.ts'

async function countAlerts(context: OrdersContext, state: AlertState): Promise<number> {
  const [found] = await openDatabase(context)
    .select({ alerts: count() })
    .from(alerts)
    .where(eq(alerts.state, state))
  return found?.alerts ?? 0
}

/** Due time of the oldest callback that waits for confirmation; `null` when none waits. */
async function confirmationDueSince(context: OrdersContext): Promise<number | null> {
  const [oldest] = await openDatabase(context)
    .select({ atMs: min(outbox.nextAtMs) })
    .from(outbox)
    .where(
      and(
        sql`${outbox.state} = 'open'`,
        eq(outbox.kind, 'confirm'),
        sql`${outbox.endpoint} IS NULL`,
      ),
    )
  return oldest?.atMs ?? null
}

/**
 * Counts for a monitor: alerts that wait for a person, and the age of the oldest due work.
 *
 * @param work with `dailyFiles` when this deployment exchanges daily files; their due work is then
 *   counted too
 */
export async function readHealth(
  context: OrdersContext,
  work: { readonly dailyFiles: boolean } = { dailyFiles: false },
): Promise<HealthView> {
  checkContext('readHealth', context)
  checkArguments('readHealth', { work })
  const active = await activeEndpoints(context)
  const [open, acknowledged, bySweep, byDailyFiles, ...ofOutbox] = await Promise.all([
    countAlerts(context, 'open'),
    countAlerts(context, 'acknowledged'),
    sweepDueSince(context),
    work.dailyFiles ? dailyFilesDueSince(context) : [],
    confirmationDueSince(context),
    ...active.map(({ id }) => eventDueSince(context, id)),
  ])
  const due = [...ofOutbox, ...bySweep, ...byDailyFiles]
  const now = context.now()
  const oldestMs = Math.min(now, ...due.filter((atMs) => atMs !== null))
  return {
    alerts: { open, acknowledged },
    oldestOutboxSeconds: Math.floor((now - oldestMs) / 1000),
  }
}
