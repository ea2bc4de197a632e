import { sql, type SQL } from 'drizzle-orm'
import { alerts, attempts, endpoints, journal, outbox } from '../database/schema.ts'
import { isFirst } from '../events/first-in-line.ts'
import { maxTries } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'

/** How long work may be due, or a callback unconfirmed, before an alert is raised. */
export const stalledAfterMs = 2 * 60_000

/** How many of the newest journal lines are searched for a callback. */
export const newestLines = 20_000

/** The hour of a time, which names an alert that is raised once an hour: `YYYY-MM-DDTHH`. */
export function hourOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 13)
}

const isOpenConfirmation = sql`${outbox.state} = 'open' AND ${outbox.kind} = 'confirm' AND ${outbox.endpoint} IS NULL`

/**
 * Condition: a callback whose confirmation is due and is not begun, or was begun more often than it
 * is retried and has never ended. One that waits for its next try is not meant.
 */
export function isStalledConfirmation({ now }: Pick<OrdersContext, 'now'>): SQL {
  return sql`${isOpenConfirmation} AND (${outbox.nextAtMs} < ${now() - stalledAfterMs}
    OR ${outbox.orderId} IS NOT NULL AND ${outbox.tries} > ${maxTries})`
}

/** Condition: an event that could be sent to an endpoint and was not. */
function isStalledEvent({ now, endpoints: configured }: Pick<OrdersContext, 'now' | 'endpoints'>) {
  const ids = JSON.stringify(configured.map(({ id }) => id))
  return sql`${outbox.state} = 'open' AND ${outbox.kind} = 'event'
    AND ${outbox.endpoint} IN (SELECT value FROM json_each(${ids}))
    AND ${outbox.endpoint} NOT IN (SELECT id FROM ${endpoints} WHERE paused_at_ms IS NOT NULL)
    AND ${outbox.nextAtMs} < ${now() - stalledAfterMs} AND ${isFirst}`
}

/**
 * Condition on an alert: its hour is over, so that it is not raised any more, and no work is
 * stalled. An alert that closed within its hour could open and close alternately.
 */
export function isStallOver(context: Pick<OrdersContext, 'now' | 'endpoints'>): SQL {
  return sql`${alerts.subject} < ${hourOf(context.now())}
    AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${isStalledConfirmation(context)})
    AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${isStalledEvent(context)})`
}

/**
 * Condition on an alert: its hour is over, and no callback waits for the service to answer. One that
 * the service denies has an alert of its own.
 */
export function areConfirmationsAnswered({ now }: Pick<OrdersContext, 'now'>): SQL {
  return sql`${alerts.subject} < ${hourOf(now())}
    AND NOT EXISTS (SELECT 1 FROM ${outbox}
      WHERE ${isOpenConfirmation} AND ${outbox.orderId} IS NOT NULL
        AND ${outbox.createdAtMs} < ${now() - stalledAfterMs}
        AND NOT EXISTS (SELECT 1 FROM ${alerts} AS denied
          WHERE denied.kind = 'callback_denied' AND denied.subject = ${outbox.key}))`
}

/**
 * Condition on an alert: its hour is over, and a payment that the service has created since waits
 * for its customer. Only such payments have an index by which they are found; those that are paid
 * or over by now are not needed as a proof.
 */
export function werePaymentsStarted({ now }: Pick<OrdersContext, 'now'>): SQL {
  return sql`${alerts.subject} < ${hourOf(now())}
    AND EXISTS (SELECT 1 FROM ${attempts}
      WHERE ${attempts.nextPollAtMs} IS NOT NULL AND ${attempts.serviceOrderId} IS NOT NULL
        AND ${attempts.createdAtMs} > ${alerts.lastRaisedAtMs})`
}

/**
 * Condition on an alert: its hour, or its day, is over, and a callback has arrived since it was
 * raised.
 */
export function areCallbacksBack({ now }: Pick<OrdersContext, 'now'>): SQL {
  return sql`${alerts.subject} < substr(${hourOf(now())}, 1, length(${alerts.subject}))
    AND EXISTS (SELECT 1 FROM ${journal} AS j WHERE j.seq > (SELECT MAX(seq) FROM ${journal}) - ${newestLines}
      AND j.kind = 'callback.received' AND j.at_ms > ${alerts.lastRaisedAtMs})`
}
