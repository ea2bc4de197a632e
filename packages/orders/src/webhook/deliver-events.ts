import { sql, type SQL } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import { activeEndpoints } from '../events/active-endpoints.ts'
import { leaseOutbox, rowsPerLease } from '../events/outbox.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { workOff, type Supply } from '../pacing/work-off.ts'
import { withBodies, type EventToDeliver } from './event-bodies.ts'
import { recordDelivery } from './record-delivery.ts'
import { sendWebhook } from './send-webhook.ts'

/** Most statements that one delivery takes. */
export const statementsPerDelivery = 13

/** What a round of deliveries did. */
export interface DeliveryReport {
  delivered: number
  failed: number
}

function noneEarlier(column: 'order_id' | 'transfer_id' | 'alert_id', own: SQL): SQL {
  const name = sql.raw(column)
  return sql`NOT EXISTS (
    SELECT 1 FROM ${outbox} AS earlier
    WHERE earlier.state = 'open' AND earlier.kind = 'event' AND earlier.${name} IS NOT NULL
      AND earlier.${name} = ${own} AND earlier.endpoint = ${outbox.endpoint}
      AND earlier.version < ${outbox.version})`
}

/**
 * Holds for an event when no earlier event of the same order, transfer or alert is still open for the same
 * endpoint.
 */
const isFirst: SQL = sql`${noneEarlier('order_id', sql`${outbox.orderId}`)}
  AND ${noneEarlier('transfer_id', sql`${outbox.transferId}`)}
  AND ${noneEarlier('alert_id', sql`${outbox.alertId}`)}`

/** Events about the orders, transfers and alerts that rows of the outbox are about. */
function areAbout(keys: readonly string[]): SQL {
  const rows = sql`FROM ${outbox} AS named
    WHERE named.key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`
  return sql`(${outbox.orderId} IN (SELECT named.order_id ${rows})
    OR ${outbox.transferId} IN (SELECT named.transfer_id ${rows})
    OR ${outbox.alertId} IN (SELECT named.alert_id ${rows}))`
}

/** An event, its body, and where it goes. */
interface EventForEndpoint extends EventToDeliver {
  readonly endpoint: WebhookEndpoint
}

/**
 * Sends due events to their endpoints as Standard Webhooks, several at a time to all of them; those of one order
 * one after another, for each endpoint by itself. A failure is repeated after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours;
 * then the event is a dead letter. After 410 Gone the endpoint is paused until a person resumes it, and its
 * events wait.
 *
 * @param which `limit` events at most, about what some rows of the outbox are about when `keys` are given
 */
export async function deliverEvents(
  context: OrdersContext,
  which: { readonly limit: number; readonly keys?: readonly string[] },
): Promise<DeliveryReport> {
  const report: DeliveryReport = { delivered: 0, failed: 0 }
  const gone = new Set<string>()
  let left = which.limit

  function supplyOf(endpoint: WebhookEndpoint): Supply<EventForEndpoint> {
    async function take(underWay: number): Promise<EventForEndpoint[] | 'full'> {
      const most = Math.min(left, rowsPerLease)
      if (most <= 0 || gone.has(endpoint.id)) return []
      const size = roomFor(context, { each: statementsPerDelivery, most, underWay })
      if (size === 0) return 'full'
      const rows = await leaseOutbox(context, {
        kind: 'event',
        endpoint: endpoint.id,
        where: which.keys === undefined ? isFirst : sql`${isFirst} AND ${areAbout(which.keys)}`,
        limit: size,
      })
      if (rows.length === 0) return []
      left -= rows.length
      const events = await withBodies(context, rows)
      // Somebody else has taken all of them meanwhile.
      if (events.length === 0) return take(underWay)
      return events.map((event) => ({ ...event, endpoint }))
    }
    return { take, frees: true }
  }

  const endpoints = await activeEndpoints(context)
  await workOff(endpoints.map(supplyOf), {
    async ask({ row, body, endpoint }) {
      const delivery = await sendWebhook(context, endpoint, { id: row.webhookId ?? row.key, body })
      return { row, endpoint, delivery }
    },
    async settle(made) {
      const outcome = await recordDelivery(context, made)
      if (outcome === 'delivered') report.delivered += 1
      if (outcome === 'failed') report.failed += 1
      if (outcome === 'paused') gone.add(made.endpoint.id)
    },
  })
  return report
}
