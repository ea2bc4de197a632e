import { desc, type SQL } from 'drizzle-orm'
import type { AlertToRaise } from '../database/alert-to-raise.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { insert, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { Alert } from './alerts-api.ts'

const newestAlerts = 100

/** An alert by itself, for a batch: raised once per kind and subject. */
export function alertOnce(alert: AlertToRaise, where?: SQL): Transition {
  return { decide: insert(alerts, { values: alert, ...(where !== undefined && { where }) }) }
}

/** Raises an alert, once per kind and subject. */
export async function raiseAlert(
  context: Pick<OrdersContext, 'database'>,
  alert: AlertToRaise,
): Promise<void> {
  await transact(context, alertOnce(alert))
}

/** The newest alerts, newest first, at most 100. */
export async function listAlerts(context: Pick<OrdersContext, 'database'>): Promise<Alert[]> {
  const rows = await openDatabase(context)
    .select()
    .from(alerts)
    .orderBy(desc(alerts.id))
    .limit(newestAlerts)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    at: Math.floor(row.atMs / 1000),
    facts: row.data,
  }))
}
