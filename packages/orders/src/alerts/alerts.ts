import { sql, type SQL } from 'drizzle-orm'
import type { AlertToRaise } from '../database/alert-to-raise.ts'
import { alerts } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { raise, type Transition } from '../database/transition.ts'
import type { StoreContext } from '../orders-context.ts'

/** An alert by itself, for a batch, where the condition holds: one per kind and subject. */
export function alertOnce(alert: AlertToRaise, where?: SQL): Transition {
  return { decide: raise(alert, where) }
}

/** Raises an alert, one per kind and subject: a repeat is counted, and opens one that was closed. */
export async function raiseAlert(context: StoreContext, alert: AlertToRaise): Promise<void> {
  await transact(context, alertOnce(alert))
}

/** Whether an alert of this kind about this subject was raised before, whatever has become of it. */
export function wasRaised({ kind, subject }: Pick<AlertToRaise, 'kind' | 'subject'>): SQL {
  return sql`EXISTS (SELECT 1 FROM ${alerts} WHERE kind = ${kind} AND subject = ${subject})`
}
