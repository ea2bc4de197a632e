import { sql, type SQL } from 'drizzle-orm'
import { endpoints, outbox } from '../database/schema.ts'
import { isFirst } from '../events/first-in-line.ts'
import type { Lease } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'

/**
 * Condition: the endpoint is active. It is part of the statement that leases events, so it costs no
 * extra query.
 */
function isActive(endpoint: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${endpoints} WHERE id = ${endpoint} AND paused_at_ms IS NOT NULL)`
}

/**
 * Condition: the event is about the same order, transfer or alert as one of the given outbox rows.
 */
function areAbout(keys: readonly string[]): SQL {
  const rows = sql`FROM ${outbox} AS named
    WHERE named.key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`
  return sql`(${outbox.orderId} IN (SELECT named.order_id ${rows})
    OR ${outbox.transferId} IN (SELECT named.transfer_id ${rows})
    OR ${outbox.alertId} IN (SELECT named.alert_id ${rows}))`
}

/**
 * The events to send to an endpoint next, none while it is paused; when outbox keys are given, only
 * events about the same orders, transfers and alerts.
 */
export function eventsToSend(
  endpoint: string,
  { limit, keys }: { readonly limit: number; readonly keys: readonly string[] | undefined },
): Lease {
  const which = keys === undefined ? isFirst : sql`${isFirst} AND ${areAbout(keys)}`
  const where = sql`${isActive(endpoint)} AND ${which}`
  return { kind: 'event', endpoint, where, limit }
}

/** Whether a configured endpoint has a due event, whether or not it is the first of its order. */
export function deliveriesAreDue({ endpoints, now }: OrdersContext): SQL {
  const ids = JSON.stringify(endpoints.map(({ id }) => id))
  return sql`EXISTS (SELECT 1 FROM ${outbox} WHERE state = 'open' AND kind = 'event'
    AND endpoint IN (SELECT value FROM json_each(${ids})) AND next_at_ms <= ${now()})`
}
