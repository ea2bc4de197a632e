import { sql, type SQL } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import { activeEndpoints } from '../events/active-endpoints.ts'
import { leaseOutbox, rowsPerLease, type OutboxRow } from '../events/outbox.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import { withBodies } from './event-bodies.ts'
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

/** Sends leased events to their endpoint; `goes on` unless it says that it is gone. */
async function deliverLeased(
  context: OrdersContext,
  endpoint: WebhookEndpoint,
  rows: readonly OutboxRow[],
): Promise<DeliveryReport & { goesOn: boolean }> {
  const report = { delivered: 0, failed: 0, goesOn: true }
  await inParallel(await withBodies(context, rows), async ({ row, body }) => {
    const delivery = await sendWebhook(context, endpoint, { id: row.webhookId ?? row.key, body })
    const outcome = await recordDelivery(context, { row, endpoint, delivery })
    if (outcome === 'delivered') report.delivered += 1
    if (outcome === 'failed') report.failed += 1
    if (outcome === 'paused') report.goesOn = false
  })
  return report
}

/**
 * Sends due events to their endpoints as Standard Webhooks; those of one order one after another, for each
 * endpoint by itself. A failure is repeated after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours;
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
  let active = await activeEndpoints(context)
  let left = which.limit
  while (left > 0 && active.length > 0) {
    const working: WebhookEndpoint[] = []
    for (const endpoint of active) {
      const most = Math.min(left, rowsPerLease)
      const size = roomFor(context, { each: statementsPerDelivery, most })
      if (size === 0) return report
      const rows = await leaseOutbox(context, {
        kind: 'event',
        endpoint: endpoint.id,
        where: which.keys === undefined ? isFirst : sql`${isFirst} AND ${areAbout(which.keys)}`,
        limit: size,
      })
      if (rows.length === 0) continue
      left -= rows.length
      const { delivered, failed, goesOn } = await deliverLeased(context, endpoint, rows)
      report.delivered += delivered
      report.failed += failed
      if (goesOn) working.push(endpoint)
      if (left <= 0) break
    }
    active = working
  }
  return report
}
