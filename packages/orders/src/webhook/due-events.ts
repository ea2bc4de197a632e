import { sql, type SQL } from 'drizzle-orm'
import { endpoints, outbox } from '../database/schema.ts'
import { isFirst } from '../events/first-in-line.ts'
import type { Lease } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'

/** Holds for an endpoint that receives events now; asked in the statement that takes them, so that it costs no look. */
function isActive(endpoint: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${endpoints} WHERE id = ${endpoint} AND paused_at_ms IS NOT NULL)`
}

/** Events about the orders, transfers and alerts that rows of the outbox are about. */
function areAbout(keys: readonly string[]): SQL {
  const rows = sql`FROM ${outbox} AS named
    WHERE named.key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`
  return sql`(${outbox.orderId} IN (SELECT named.order_id ${rows})
    OR ${outbox.transferId} IN (SELECT named.transfer_id ${rows})
    OR ${outbox.alertId} IN (SELECT named.alert_id ${rows}))`
}

/**
 * The events that are to be sent to an endpoint next, none while it is paused; of some orders, transfers and alerts when rows of the
 * outbox about them are given.
 */
export function eventsToSend(
  endpoint: string,
  { limit, keys }: { readonly limit: number; readonly keys: readonly string[] | undefined },
): Lease {
  const which = keys === undefined ? isFirst : sql`${isFirst} AND ${areAbout(keys)}`
  const where = sql`${isActive(endpoint)} AND ${which}`
  return { kind: 'event', endpoint, where, limit }
}

/** Whether an endpoint that is configured has an event whose time has come, be it the first of its order or not. */
export function deliveriesAreDue({ endpoints, now }: OrdersContext): SQL {
  const ids = JSON.stringify(endpoints.map(({ id }) => id))
  return sql`EXISTS (SELECT 1 FROM ${outbox} WHERE state = 'open' AND kind = 'event'
    AND endpoint IN (SELECT value FROM json_each(${ids})) AND next_at_ms <= ${now()})`
}
