import { desc, sql } from 'drizzle-orm'
import { afterChange, insertWhere } from '../database/insert-where.ts'
import { openDatabase, type OrderDatabase } from '../database/open-database.ts'
import { alerts, type JournalData } from '../database/schema.ts'
import type { Alert } from '../orders-api.ts'
import type { OrdersContext } from '../orders-context.ts'

const newestAlerts = 100

/** An alert to raise. */
export interface AlertToRaise {
  readonly kind: string
  /** What it is about; one alert is kept per kind and subject. */
  readonly subject: string
  readonly atMs: number
  readonly data: JournalData
}

/** Raises an alert, once per kind and subject. */
export function raiseAlert(db: OrderDatabase, alert: AlertToRaise) {
  return insertWhere(db, alerts, { values: alert, where: sql`TRUE` })
}

/** Raises an alert when the statement just before it in the batch changed a row. */
export function alertAfterChange(db: OrderDatabase, alert: AlertToRaise) {
  return insertWhere(db, alerts, { values: alert, where: afterChange })
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
