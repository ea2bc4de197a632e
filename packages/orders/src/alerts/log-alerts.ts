import { redact } from '@merchant-edge/contract/redaction'
import { inArray, sql, type SQL } from 'drizzle-orm'
import { anyRow } from '../database/any-row.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts } from '../database/schema.ts'
import { take } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'

const maxLines = 100

const isNotLogged = sql`logged_openings < openings`

/** Whether {@link logAlerts} has something to do. */
export function alertsAreToBeLogged({ log }: OrdersContext): SQL {
  return log === undefined ? sql`FALSE` : anyRow(alerts, isNotLogged)
}

/**
 * Logs every alert that was opened since the last call: one line per opening, at most 100 per call.
 * A lost line is not repeated, because the alert itself is in the database.
 */
export async function logAlerts(context: OrdersContext): Promise<void> {
  const { log } = context
  if (log === undefined) return
  const opened = openDatabase(context)
    .select({ id: alerts.id })
    .from(alerts)
    .where(isNotLogged)
    .orderBy(alerts.id)
    .limit(maxLines)
  const rows = await take(
    context,
    update(alerts, {
      set: { loggedOpenings: sql`openings` },
      where: inArray(alerts.id, opened),
    }),
  )
  for (const { id, kind, subject, openings, lastRaisedAtMs, data } of rows) {
    log({
      code: 'alert_raised',
      alert_id: id,
      kind,
      subject,
      opening: openings,
      at: new Date(lastRaisedAtMs).toISOString(),
      facts: redact(data),
    })
  }
}
