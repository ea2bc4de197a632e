import { rowsPerLease, type OutboxRow } from '../events/outbox.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { apartMs } from '../pacing/keep-apart.ts'
import { oneAfterAnother } from '../pacing/one-after-another.ts'
import { workOff, type Supply, type Taken } from '../pacing/work-off.ts'
import { eventsToSend } from './due-events.ts'
import { leaseEvents, withBodies, type EventToDeliver } from './event-bodies.ts'
import { recordDelivery } from './record-delivery.ts'
import { sendWebhook } from './send-webhook.ts'

/** Most statements that one delivery takes. */
export const statementsPerDelivery = 13

/** What a round of deliveries did. */
export interface DeliveryReport {
  delivered: number
  failed: number
}

/** An event, its body, and where it goes. */
interface EventForEndpoint extends EventToDeliver {
  readonly endpoint: WebhookEndpoint
}

/**
 * Sends due events to their endpoints as Standard Webhooks, several at a time to all of them; those of one order
 * one after another, for each endpoint by itself. A failure is repeated after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours;
 * then the event is a dead letter. What asks for a longer pause by `Retry-After` with 429 or 503 gets it, an hour at most. After 410 Gone the endpoint is paused until a person resumes it, and its
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
    async function take(underWay: number): Promise<Taken<EventForEndpoint>> {
      const most = Math.min(left, rowsPerLease)
      if (most <= 0 || gone.has(endpoint.id)) return []
      const size = roomFor(context, { each: statementsPerDelivery, most, underWay })
      if (size === 0) return 'full'
      const lease = eventsToSend(endpoint.id, { limit: size, keys: which.keys })
      const leased = await leaseEvents(context, lease)
      left -= leased.rows.length
      const events = (await withBodies(context, leased)).map((event) => ({ ...event, endpoint }))
      if (leased.rows.length < size) return { last: events, frees: leased.leavesDue }
      // Somebody else has taken all of them meanwhile.
      return events.length === 0 ? take(underWay) : events
    }
    return { take }
  }

  const turn = oneAfterAnother(async ({ createdAtMs }: OutboxRow) =>
    context.giveWay?.(apartMs(createdAtMs, context.now())),
  )
  await workOff(context.endpoints.map(supplyOf), {
    onAsking: (pieces) => context.driver?.expect?.(pieces),
    async ask({ row, body, endpoint }) {
      await turn(row)
      const sent = await sendWebhook(context, endpoint, { id: row.webhookId ?? row.key, body })
      return { row, endpoint, ...sent }
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
