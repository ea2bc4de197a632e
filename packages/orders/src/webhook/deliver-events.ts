import { rowsPerLease, webhookIdOf, type OutboxRow } from '../events/outbox.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { spacingMs } from '../pacing/spacing.ts'
import { createStaggeredStart } from '../pacing/staggered-start.ts'
import { runWorkPool, type WorkSource, type Taken } from '../pacing/work-pool.ts'
import { eventsToSend } from './due-events.ts'
import { leaseEvents, withBodies, type EventToDeliver } from './event-bodies.ts'
import { recordDelivery } from './record-delivery.ts'
import { sendWebhook } from './send-webhook.ts'

/** Maximum statements for one delivery. */
export const statementsPerDelivery = 13

/** Result of a round of deliveries. */
export interface DeliveryReport {
  delivered: number
  failed: number
}

/** An event with its body and its endpoint. */
interface EventForEndpoint extends EventToDeliver {
  readonly endpoint: WebhookEndpoint
}

/**
 * Sends due events to their endpoints as Standard Webhooks. Several events are sent concurrently;
 * the events of one order are sent one after another, separately for each endpoint. A failed
 * delivery is retried after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours; then the
 * event is a dead letter. A longer `Retry-After` with 429 or 503 is respected, up to an hour. After
 * 410 Gone the endpoint is paused until a person resumes it, and its events wait.
 *
 * @param which at most `limit` events; with `keys` only events about the subjects of these outbox
 *   rows
 */
export async function deliverEvents(
  context: OrdersContext,
  which: { readonly limit: number; readonly keys?: readonly string[] },
): Promise<DeliveryReport> {
  const report: DeliveryReport = { delivered: 0, failed: 0 }
  let left = which.limit

  function sourceOf(endpoint: WebhookEndpoint): WorkSource<EventForEndpoint> {
    async function take(underWay: number): Promise<Taken<EventForEndpoint>> {
      const max = Math.min(left, rowsPerLease)
      if (max <= 0) return []
      const size = roomFor(context, { each: statementsPerDelivery, max, underWay })
      if (size === 0) return 'full'
      const lease = eventsToSend(endpoint.id, { limit: size, keys: which.keys })
      const leased = await leaseEvents(context, lease)
      left -= leased.rows.length
      const events = (await withBodies(context, leased)).map((event) => ({ ...event, endpoint }))
      if (leased.rows.length < size) return { last: events, unlocksMore: leased.leavesDue }
      // Another worker has leased all of them meanwhile.
      return events.length === 0 ? take(underWay) : events
    }
    return { take }
  }

  const turn = createStaggeredStart(async ({ createdAtMs }: OutboxRow) =>
    context.yieldToCallbacks?.(spacingMs(createdAtMs, context.now())),
  )
  await runWorkPool(context.endpoints.map(sourceOf), {
    onAsking: (pieces) => context.driver?.expect?.(pieces),
    async ask({ row, body, endpoint }) {
      await turn(row)
      const sent = await sendWebhook(context, endpoint, { id: webhookIdOf(row), body })
      return { row, endpoint, ...sent }
    },
    async settle(made) {
      const outcome = await recordDelivery(context, made)
      if (outcome === 'delivered') report.delivered += 1
      if (outcome === 'failed') report.failed += 1
    },
  })
  return report
}
