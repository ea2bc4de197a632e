import { sql, type SQL } from 'drizzle-orm'
import type { AlertToRaise } from '../database/alert-to-raise.ts'
import { alerts } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { raise, type Transition } from '../database/transition.ts'
import type { StoreContext } from '../orders-context.ts'

/**
 * Statements for a batch that raise an alert if the condition holds; one alert per kind and
 * subject.
 */
export function alertOnce(alert: AlertToRaise, where?: SQL): Transition {
  return { decide: raise(alert, where) }
}

/**
 * Raises an alert. Alerts are deduplicated by kind and subject: a repeat increments the counter and
 * reopens a closed alert.
 */
export async function raiseAlert(context: StoreContext, alert: AlertToRaise): Promise<void> {
  await transact(context, alertOnce(alert))
}

/**
 * Statements for a batch that raise an alert only if none of its kind exists about its subject, in
 * any state: a closed one stays closed.
 *
 * @param where a further condition
 */
export function alertUnlessRaised(alert: AlertToRaise, where: SQL = sql`TRUE`): Transition {
  const { kind, subject } = alert
  return alertOnce(
    alert,
    sql`${where} AND NOT EXISTS (SELECT 1 FROM ${alerts}
      WHERE kind = ${kind} AND subject = ${subject})`,
  )
}
