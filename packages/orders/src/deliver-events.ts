import { eq, sql, type SQL } from 'drizzle-orm'
import { findOrder } from './find-order.ts'
import { inParallel } from './in-parallel.ts'
import { journalEntry } from './journal.ts'
import { openDatabase } from './open-database.ts'
import type { OrderEvent } from './order-event.ts'
import { toSeconds } from './order-view.ts'
import type { OrdersContext } from './orders-context.ts'
import {
  bury,
  finishOutbox,
  leaseOutbox,
  retryOrBury,
  rowsPerLease,
  type OutboxRow,
} from './outbox.ts'
import { outbox } from './schema.ts'
import { signWebhook } from './standard-webhook.ts'

const timeoutMs = 15_000
const gone = 410

/** What a round of deliveries did. */
export interface DeliveryReport {
  delivered: number
  failed: number
}

/** An event waits until the earlier events of its order are delivered or given up. */
const isFirstOfOrder: SQL = sql`NOT EXISTS (
  SELECT 1 FROM ${outbox} AS earlier
  WHERE earlier.state = 'open' AND earlier.kind = 'event'
    AND earlier.order_id = ${outbox.orderId} AND earlier.version < ${outbox.version})`

async function bodyOf(context: OrdersContext, row: OutboxRow): Promise<string | undefined> {
  const found = row.orderId === null ? null : await findOrder(context, row.orderId)
  if (found === null) return undefined
  const { timeline: _timeline, ...order } = found
  const { type, facts }: Pick<OrderEvent, 'type'> & { facts: OrderEvent['data']['facts'] } =
    JSON.parse(row.payload)
  const event: OrderEvent = {
    type,
    timestamp: new Date(row.createdAtMs).toISOString(),
    data: { order, version: row.version ?? order.version, facts },
  }
  return JSON.stringify(event)
}

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
    signal: AbortSignal.timeout(timeoutMs),
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
  await finishOutbox(context, row)
  if (row.orderId === null) return
  await journalEntry(
    openDatabase(context),
    {
      atMs: context.now(),
      kind: 'event.delivered',
      orderId: row.orderId,
      dedupe: `event.delivered:${row.key}`,
      known: 'answer of the shop',
      facts: { webhook_id: row.key, version: row.version, status, tries: row.tries },
    },
    { afterChange: false },
  )
}

/** What cannot even be sent is a failure like any other: it must not hold back later events for ever. */
async function statusOf(context: OrdersContext, row: OutboxRow): Promise<number> {
  try {
    const body = await bodyOf(context, row)
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
  const failure = { alert: 'dead_letter', facts: { webhook_id: row.key, status } }
  if (status === gone) await bury(context, row, failure)
  else await retryOrBury(context, row, failure)
  return false
}

/**
 * Sends due events to the shop's backend as Standard Webhooks, events of one order one after
 * another. Only a 2xx answer within 15 seconds is a delivery. A failure is repeated after 5
 * seconds, then after doubled pauses of at most an hour; after 12 tries, or after 410 Gone, it is a
 * dead letter.
 *
 * @param which `limit` events at most, of one order when `orderId` is given
 */
export async function deliverEvents(
  context: OrdersContext,
  which: { limit: number; orderId?: string },
): Promise<DeliveryReport> {
  const report: DeliveryReport = { delivered: 0, failed: 0 }
  let left = which.limit
  while (left > 0) {
    const rows = await leaseOutbox(context, {
      kind: 'event',
      where:
        which.orderId === undefined
          ? isFirstOfOrder
          : sql`${isFirstOfOrder} AND ${eq(outbox.orderId, which.orderId)}`,
      limit: Math.min(left, rowsPerLease),
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
