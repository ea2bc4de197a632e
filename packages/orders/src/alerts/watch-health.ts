import { and, count, eq, gte, isNotNull, lt, min, or, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, orders, outbox } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { raiseAlert } from './alerts.ts'

const minute = 60_000
const stalledAfterMs = 2 * minute
const windowMs = 15 * minute
const foundByPollMin = 5
/** How far back from the newest line a callback is looked for. */
const journalLines = 20_000

function hourOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 13)
}

async function watchOutbox(context: OrdersContext): Promise<void> {
  const db = openDatabase(context)
  const now = context.now()
  const [oldest] = await db
    .select({ createdAtMs: min(outbox.createdAtMs) })
    .from(outbox)
    .where(
      and(
        sql`${outbox.state} = 'open'`,
        or(eq(outbox.kind, 'event'), isNotNull(outbox.orderId)),
        lt(outbox.createdAtMs, now - stalledAfterMs),
      ),
    )
  if (oldest?.createdAtMs === undefined || oldest.createdAtMs === null) return
  await raiseAlert(context, {
    kind: 'outbox_stalled',
    subject: hourOf(now),
    atMs: now,
    data: { oldest_seconds: Math.floor((now - oldest.createdAtMs) / 1000) },
  })
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
 * Raises the alerts that no single operation can: work that waits for more than two minutes, and a
 * callback path that has gone silent while payments are found by polling. Each is raised at most
 * once an hour.
 */
export async function watchHealth(context: OrdersContext): Promise<void> {
  await watchOutbox(context)
  await watchCallbacks(context)
}
