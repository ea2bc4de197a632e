import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { AlertToRaise } from '../database/alert-to-raise.ts'
import { deliveries, endpoints, outbox } from '../database/schema.ts'
import { transactAll, transactWithOthers } from '../database/transact.ts'
import { insert, update, type Read, type Transition } from '../database/transition.ts'
import { isNotDone, stillLeased, webhookIdOf, type OutboxRow } from '../events/outbox.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import type { OrdersContext } from '../orders-context.ts'
import { pauseAfterMs } from './delivery-schedule.ts'
import type { SentWebhook } from './send-webhook.ts'

const gone = 410

/** What a delivery led to: `paused` when the endpoint answered 410 Gone, and is paused now. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'paused'

/** A finished delivery with its event. */
export interface MadeDelivery extends SentWebhook {
  readonly row: OutboxRow
  readonly endpoint: WebhookEndpoint
}

function delivered({ row, endpoint, delivery }: MadeDelivery, atMs: number): Transition {
  const { key, orderId, tries, version } = row
  return {
    decide: update(outbox, {
      set: { state: 'done', failures: 0 },
      where: isNotDone(row),
    }),
    journal: {
      atMs,
      kind: 'event.delivered',
      orderId,
      dedupe: `event.delivered:${key}:${tries}`,
      evidence: 'answer of the shop',
      data: {
        webhook_id: webhookIdOf(row),
        endpoint: endpoint.id,
        version,
        status: delivery.status,
        tries,
      },
    },
  }
}

/**
 * The alert about a dead event. For an event about an alert it is the alert kind that sends no
 * event itself.
 */
function deadEventAlert({ row, endpoint, delivery }: MadeDelivery, atMs: number): AlertToRaise {
  const { key, orderId, tries } = row
  const isAboutAlert = row.alertId !== null
  return {
    kind: isAboutAlert ? 'alert_undelivered' : 'dead_letter',
    subject: isAboutAlert ? endpoint.id : key,
    atMs,
    data: {
      order_id: orderId,
      webhook_id: webhookIdOf(row),
      endpoint: endpoint.id,
      status: delivery.status,
      failure: delivery.failure,
      tries,
    },
  }
}

function failed(context: OrdersContext, made: MadeDelivery, atMs: number): Transition {
  const { row, pauseMs: askedMs } = made
  const failures = row.failures + 1
  const pauseMs = pauseAfterMs(failures, askedMs, context.random)
  if (pauseMs === undefined) {
    return {
      decide: update(outbox, { set: { state: 'dead', failures }, where: stillLeased(row) }),
      alert: deadEventAlert(made, atMs),
    }
  }
  const set = { nextAtMs: atMs + pauseMs, failures }
  return { decide: update(outbox, { set, where: stillLeased(row) }) }
}

/**
 * An endpoint that answers 410 Gone is paused: its events wait, and this delivery does not count as
 * failed. Not when an operator has resumed the endpoint since the delivery began: the answer says
 * nothing about the endpoint of now.
 */
function paused({ row, endpoint, delivery }: MadeDelivery, atMs: number): Transition[] {
  const { id } = endpoint
  const { pausedAtMs, resumedAtMs } = endpoints
  const dueAgain = { decide: update(outbox, { set: { nextAtMs: atMs }, where: stillLeased(row) }) }
  const pause: Transition = {
    decide: insert(endpoints, {
      values: { id, pausedAtMs: atMs, reason: 'gone', pausedBy: null },
      replaces: {
        same: endpoints.id,
        when: sql`${and(isNull(pausedAtMs), or(isNull(resumedAtMs), lte(resumedAtMs, delivery.atMs)))}`,
      },
    }),
    journal: {
      atMs,
      kind: 'endpoint.paused',
      orderId: null,
      dedupe: `endpoint.paused:${id}:${atMs}:${row.key}:${row.tries}`,
      evidence: 'answer of the shop',
      data: { endpoint: id, status: gone, webhook_id: webhookIdOf(row) },
    },
    alert: { kind: 'endpoint_paused', subject: id, atMs, data: { endpoint: id, status: gone } },
  }
  return [dueAgain, pause]
}

/**
 * Stores a delivery and its consequence: done, retry later, dead letter, or the endpoint is paused.
 */
export async function recordDelivery(
  context: OrdersContext,
  made: MadeDelivery,
): Promise<DeliveryOutcome> {
  const { row, endpoint, delivery } = made
  const atMs = context.now()
  const attempt: Transition = {
    decide: insert(deliveries, { values: { outboxKey: row.key, ...delivery } }),
  }
  if (delivery.failure === null) {
    await transactWithOthers(context, delivered(made, atMs), [attempt])
    return 'delivered'
  }
  if (delivery.status === gone) {
    const isPaused: Read<typeof endpoints, 'id'> = {
      table: endpoints,
      columns: ['id'],
      where: sql`${eq(endpoints.id, endpoint.id)} AND paused_at_ms IS NOT NULL`,
    }
    const transitions = [attempt, ...paused(made, atMs)]
    const done = await transactAll(context, { transitions, reads: [isPaused] })
    return done.rows(isPaused).length > 0 ? 'paused' : 'failed'
  }
  await transactAll(context, { transitions: [attempt, failed(context, made, atMs)] })
  return 'failed'
}
