import { and, eq, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { afterChange, insertWhere } from '../database/insert-where.ts'
import { openDatabase, type OrderDatabase } from '../database/open-database.ts'
import { orders, outbox, type JournalData } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { backoffMs } from '../pacing/backoff.ts'
import type { OrderEventType } from './order-event.ts'

/** How long a leased row is hidden from other workers. */
export const leaseMs = 60_000

/**
 * How many rows one lease takes: with four worked on at a time and 15 seconds each, the last of them is
 * reached well before the lease is over.
 */
export const rowsPerLease = 8

/** Tries after which a row becomes a dead letter. */
export const triesMax = 12

/** A row of the outbox. */
export type OutboxRow = typeof outbox.$inferSelect

/** An event for the shop's backend. */
export interface EventToSend {
  readonly atMs: number
  readonly orderId: string
  readonly type: OrderEventType
  /** What makes the event unique within its order and type; empty when it happens once. */
  readonly once: string
  readonly data: JournalData
}

/** The key of an event: its webhook-id. It holds no full stop, which delimits the signed text. */
export function eventKey(event: Pick<EventToSend, 'orderId' | 'type' | 'once'>): string {
  const parts = [event.type.replace('.', '-'), event.orderId]
  if (event.once !== '') parts.push(event.once.replaceAll('.', '%2E'))
  return parts.join(':')
}

/**
 * Puts an event into the outbox when the statement just before it in the batch changed a row. It
 * carries the version that the order has at that point of the batch.
 */
export function eventAfterChange(db: OrderDatabase, event: EventToSend) {
  return insertWhere(db, outbox, {
    values: {
      key: eventKey(event),
      kind: 'event',
      orderId: event.orderId,
      version: sql`(SELECT version FROM ${orders} WHERE id = ${event.orderId})`,
      payload: JSON.stringify({ type: event.type, facts: event.data }),
      createdAtMs: event.atMs,
      nextAtMs: event.atMs,
    },
    where: afterChange,
  })
}

/** Which due rows of the outbox to take. */
export interface Lease {
  readonly kind: OutboxRow['kind']
  /** Narrows the rows further. */
  readonly where?: SQL
  readonly limit: number
}

/**
 * Takes due rows for this worker alone, for {@link leaseMs}. The number of the try is the fence:
 * only who holds the newest lease may put a row off.
 */
export async function leaseOutbox(context: OrdersContext, lease: Lease): Promise<OutboxRow[]> {
  const db = openDatabase(context)
  const now = context.now()
  const due = db
    .select({ key: outbox.key })
    .from(outbox)
    .where(
      and(
        sql`${outbox.state} = 'open'`,
        eq(outbox.kind, lease.kind),
        lte(outbox.nextAtMs, now),
        lease.where,
      ),
    )
    .orderBy(outbox.nextAtMs)
    .limit(lease.limit)
  return db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, nextAtMs: now + leaseMs })
    .where(inArray(outbox.key, due))
    .returning()
}

/** Marks a row as done; a second worker that did the same work changes nothing. */
export async function finishOutbox(context: OrdersContext, row: OutboxRow): Promise<void> {
  await openDatabase(context)
    .update(outbox)
    .set({ state: 'done' })
    .where(and(eq(outbox.key, row.key), eq(outbox.state, 'open')))
}

/** Makes a row due again at an instant, unless a newer lease has taken it. */
export async function reschedule(
  context: OrdersContext,
  row: OutboxRow,
  nextAtMs: number,
): Promise<void> {
  await openDatabase(context)
    .update(outbox)
    .set({ nextAtMs })
    .where(and(eq(outbox.key, row.key), eq(outbox.state, 'open'), eq(outbox.tries, row.tries)))
}

/**
 * Puts a row off with a growing pause, or makes it a dead letter with an alert when it has used up
 * its tries.
 *
 * @returns whether the row is dead
 */
export async function retryOrDeadLetter(
  context: OrdersContext,
  row: OutboxRow,
  failure: { alert: string; data: JournalData },
): Promise<boolean> {
  if (row.tries < triesMax) {
    await reschedule(context, row, context.now() + backoffMs(row.tries, context.random))
    return false
  }
  await deadLetter(context, row, failure)
  return true
}

/** Makes a row a dead letter and raises an alert. */
export async function deadLetter(
  context: OrdersContext,
  row: OutboxRow,
  failure: { alert: string; data: JournalData },
): Promise<void> {
  const db = openDatabase(context)
  await db.batch([
    db
      .update(outbox)
      .set({ state: 'dead' })
      .where(and(eq(outbox.key, row.key), eq(outbox.state, 'open'), eq(outbox.tries, row.tries))),
    raiseAlert(db, {
      kind: failure.alert,
      subject: row.key,
      atMs: context.now(),
      data: { order_id: row.orderId, tries: row.tries, ...failure.data },
    }),
  ])
}
