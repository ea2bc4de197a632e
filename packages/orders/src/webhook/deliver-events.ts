import { sql, type SQL } from 'drizzle-orm'
import { toSeconds } from '../clock.ts'
import { outbox } from '../database/schema.ts'
import {
  deadLetter,
  finishOutbox,
  leaseOutbox,
  retryOrDeadLetter,
  rowsPerLease,
  type OutboxRow,
} from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import { bodyOfEvent } from './body-of-event.ts'
import { signWebhook } from './standard-webhook.ts'

const timeoutMs = 15_000
const gone = 410
/** Most statements that one delivery takes. */
export const statementsPerDelivery = 12

/** What a round of deliveries did. */
export interface DeliveryReport {
  delivered: number
  failed: number
}

/** An event waits until the earlier events of its order or transfer are delivered or given up. */
const isFirst: SQL = sql`NOT EXISTS (
  SELECT 1 FROM ${outbox} AS earlier
  WHERE earlier.state = 'open' AND earlier.kind = 'event'
    AND earlier.order_id = ${outbox.orderId} AND earlier.version < ${outbox.version})
  AND NOT EXISTS (
    SELECT 1 FROM ${outbox} AS earlier
    WHERE earlier.state = 'open' AND earlier.transfer_id IS NOT NULL
      AND earlier.transfer_id = ${outbox.transferId} AND earlier.version < ${outbox.version})`

async function send(context: OrdersContext, row: OutboxRow, body: string): Promise<number> {
  const headers = await signWebhook(context.webhookSecret, {
    id: row.key,
    timestampSeconds: toSeconds(context.now()),
    body,
  })
  const request = new Request(context.webhookUrl, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: context.timeout(timeoutMs),
  })
  try {
    const response = await context.fetch(request)
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}

async function recordDelivery(
  context: OrdersContext,
  row: OutboxRow,
  status: number,
): Promise<void> {
  await finishOutbox(context, row, {
    atMs: context.now(),
    kind: 'event.delivered',
    orderId: row.orderId,
    dedupe: `event.delivered:${row.key}`,
    evidence: 'answer of the shop',
    data: { webhook_id: row.key, version: row.version, status, tries: row.tries },
  })
}

/** What cannot even be sent is a failure like any other: it must not hold back later events for ever. */
async function statusOf(context: OrdersContext, row: OutboxRow): Promise<number> {
  try {
    const body = await bodyOfEvent(context, row)
    return body === undefined ? 0 : await send(context, row, body)
  } catch {
    return 0
  }
}

async function deliver(context: OrdersContext, row: OutboxRow): Promise<boolean> {
  const status = await statusOf(context, row)
  if (status >= 200 && status < 300) {
    await recordDelivery(context, row, status)
    return true
  }
  const failure = { alert: 'dead_letter', data: { webhook_id: row.key, status } } as const
  if (status === gone) await deadLetter(context, row, failure)
  else await retryOrDeadLetter(context, row, failure)
  return false
}

/** Events about the orders and transfers that rows of the outbox are about. */
function areAbout(keys: readonly string[]): SQL {
  const rows = sql`FROM ${outbox} AS named
    WHERE named.key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`
  return sql`(${outbox.orderId} IN (SELECT named.order_id ${rows})
    OR ${outbox.transferId} IN (SELECT named.transfer_id ${rows}))`
}

/**
 * Sends due events to the shop's backend as Standard Webhooks, events of one order one after
 * another. Only a 2xx answer within 15 seconds is a delivery. A failure is repeated after 5
 * seconds, then after doubled pauses of at most an hour; after 12 tries, or after 410 Gone, it is a
 * dead letter.
 *
 * @param which `limit` events at most, about what some rows of the outbox are about when `keys` are given
 */
export async function deliverEvents(
  context: OrdersContext,
  which: { readonly limit: number; readonly keys?: readonly string[] },
): Promise<DeliveryReport> {
  const report: DeliveryReport = { delivered: 0, failed: 0 }
  let left = which.limit
  while (left > 0) {
    const most = Math.min(left, rowsPerLease)
    const size = roomFor(context, { each: statementsPerDelivery, most })
    if (size === 0) break
    const rows = await leaseOutbox(context, {
      kind: 'event',
      where: which.keys === undefined ? isFirst : sql`${isFirst} AND ${areAbout(which.keys)}`,
      limit: size,
    })
    if (rows.length === 0) break
    left -= rows.length
    await inParallel(rows, async (row) => {
      if (await deliver(context, row)) report.delivered += 1
      else report.failed += 1
    })
  }
  return report
}
