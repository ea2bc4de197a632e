import { and, count, eq, gt, gte, isNotNull, lt, min, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { alerts, journal, orders, outbox } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { activeEndpoints } from '../events/active-endpoints.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import type { OrdersContext } from '../orders-context.ts'
import { alertOnce, raiseAlert } from './alerts.ts'
import { logAlerts } from './log-alerts.ts'

const minute = 60_000
const stalledAfterMs = 2 * minute
const windowMs = 15 * minute
const foundByPollMin = 5
/** How far back from the newest line a callback is looked for. */
const journalLines = 20_000

function hourOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 13)
}

/** Since when the oldest callback of an order waits to be confirmed. */
async function oldestConfirmation(context: OrdersContext): Promise<number | null> {
  const [oldest] = await openDatabase(context)
    .select({ atMs: min(outbox.createdAtMs) })
    .from(outbox)
    .where(
      and(
        sql`${outbox.state} = 'open' AND ${outbox.kind} = 'confirm' AND ${outbox.endpoint} IS NULL`,
        isNotNull(outbox.orderId),
        lt(outbox.createdAtMs, context.now() - stalledAfterMs),
      ),
    )
  return oldest?.atMs ?? null
}

/** Since when the oldest event is due to an endpoint. */
async function oldestDueEvent(context: OrdersContext, endpoint: string): Promise<number | null> {
  const [oldest] = await openDatabase(context)
    .select({ atMs: min(outbox.nextAtMs) })
    .from(outbox)
    .where(
      and(
        sql`${outbox.state} = 'open' AND ${outbox.kind} = 'event'`,
        eq(outbox.endpoint, endpoint),
        lt(outbox.nextAtMs, context.now() - stalledAfterMs),
      ),
    )
  return oldest?.atMs ?? null
}

async function watchOutbox(
  context: OrdersContext,
  active: readonly WebhookEndpoint[],
): Promise<void> {
  const now = context.now()
  const waiting = await Promise.all([
    oldestConfirmation(context),
    ...active.map(({ id }) => oldestDueEvent(context, id)),
  ])
  const oldestMs = Math.min(...waiting.filter((atMs) => atMs !== null))
  if (!Number.isFinite(oldestMs)) return
  await raiseAlert(context, {
    kind: 'outbox_stalled',
    subject: hourOf(now),
    atMs: now,
    data: { oldest_seconds: Math.floor((now - oldestMs) / 1000) },
  })
}

/** Raises an alert about an endpoint unless one is in somebody's hands already. */
async function alertEndpoint(
  context: OrdersContext,
  kind: 'endpoint_failing' | 'endpoint_missing',
  endpoint: string,
): Promise<void> {
  const alert = { kind, subject: endpoint, atMs: context.now(), data: { endpoint } }
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${alerts}
    WHERE kind = ${kind} AND subject = ${endpoint} AND state <> 'closed')`
  await transact(context, alertOnce(alert, isNew))
}

async function watchFailing(
  context: OrdersContext,
  active: readonly WebhookEndpoint[],
): Promise<void> {
  for (const { id } of active) {
    const failing = await openDatabase(context)
      .select({ key: outbox.key })
      .from(outbox)
      .where(and(eq(outbox.endpoint, id), sql`${outbox.state} = 'open' AND ${outbox.failures} > 3`))
      .limit(1)
    if (failing.length > 0) await alertEndpoint(context, 'endpoint_failing', id)
  }
}

/** Looks from one endpoint that events wait for to the next, so that the events need not be read. */
async function watchMissing(context: OrdersContext): Promise<void> {
  const configured = new Set(context.endpoints.map(({ id }) => id))
  let after = ''
  for (;;) {
    const [next] = await openDatabase(context)
      .select({ endpoint: min(outbox.endpoint) })
      .from(outbox)
      .where(
        and(sql`${outbox.state} = 'open' AND ${outbox.kind} = 'event'`, gt(outbox.endpoint, after)),
      )
    if (next === undefined || next.endpoint === null) return
    after = next.endpoint
    if (!configured.has(after)) await alertEndpoint(context, 'endpoint_missing', after)
  }
}

async function watchCallbacks(context: OrdersContext): Promise<void> {
  const db = openDatabase(context)
  const now = context.now()
  const [found] = await db
    .select({ orders: count() })
    .from(orders)
    .where(and(sql`${orders.confirmedBy} = 'poll'`, gte(orders.confirmedAtMs, now - windowMs)))
  if (found === undefined || found.orders < foundByPollMin) return
  const callbacks = await db
    .select({ seq: journal.seq })
    .from(journal)
    .where(
      and(
        sql`${journal.seq} > (SELECT MAX(seq) FROM ${journal}) - ${journalLines}`,
        eq(journal.kind, 'callback.received'),
        gte(journal.atMs, now - windowMs),
      ),
    )
    .limit(1)
  if (callbacks.length > 0) return
  await raiseAlert(context, {
    kind: 'callbacks_silent',
    subject: hourOf(now),
    atMs: now,
    data: { paid_found_by_poll: found.orders, minutes: windowMs / minute },
  })
}

/**
 * Raises the alerts that no single operation can: work that waits for more than two minutes, a callback path
 * that has gone silent while payments are found by polling (one alert an hour each), endpoints whose events
 * fail again and again, and events for an endpoint that is not configured. Then every alert that was opened
 * goes to the log.
 */
export async function watchHealth(context: OrdersContext): Promise<void> {
  const active = await activeEndpoints(context)
  await watchOutbox(context, active)
  await watchFailing(context, active)
  await watchMissing(context)
  await watchCallbacks(context)
  await logAlerts(context)
}
