import { sql } from 'drizzle-orm'
import { outbox } from '../database/schema.ts'
import { takeColumn } from '../database/transact.ts'
import { update, type Read } from '../database/transition.ts'
import { areDue, leaseAndRead, type Lease, type Leased, type OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { bodiesOfEvents, readsOfLeased, type OrdersOfLease } from './body-of-event.ts'

/** A row of D1 holds 2 MB at most. */
const maxBodyBytes = 1_000_000

/** Events of one endpoint that are leased for delivery, and what their bodies are made of. */
export interface LeasedEvents extends Leased<ReturnType<typeof readsOfLeased>> {
  /**
   * Whether the endpoint has another due event that was not leased, such as one that waits for an
   * earlier event of its order.
   */
  readonly leavesDue: boolean
}

/** Leases events, and reads their orders in the same batch. */
export async function leaseEvents(context: OrdersContext, lease: Lease): Promise<LeasedEvents> {
  const stillDue: Read<typeof outbox, 'key'> = {
    table: outbox,
    columns: ['key'],
    where: areDue(context, lease),
    limit: 1,
  }
  const leased = await leaseAndRead(context, lease, (areLeased) => ({
    ...readsOfLeased(areLeased),
    stillDue,
  }))
  return { ...leased, leavesDue: leased.done.rows(stillDue).length > 0 }
}

/** An event that is about to be sent. */
export interface EventToDeliver {
  readonly row: OutboxRow
  /** `undefined` when the subject of the event is gone, or the body is too large. */
  readonly body: string | undefined
}

function isTooLarge(body: string | undefined): boolean {
  return body !== undefined && new TextEncoder().encode(body).length > maxBodyBytes
}

/** An event that cannot be rendered must not block the others, so each is then rendered alone. */
async function rendered(
  context: OrdersContext,
  rows: readonly OutboxRow[],
  ofLease?: OrdersOfLease,
): Promise<EventToDeliver[]> {
  try {
    const bodies = await bodiesOfEvents(context, rows, ofLease)
    return rows.map((row, place) => {
      const body = bodies[place]
      return { row, body: isTooLarge(body) ? undefined : body }
    })
  } catch {
    if (rows.length === 1) return rows.map((row) => ({ row, body: undefined }))
    const alone = await Promise.all(rows.map((row) => rendered(context, [row])))
    return alone.flat()
  }
}

/** Stores bodies in one statement, for the rows whose lease is still valid. */
async function keep(
  context: OrdersContext,
  made: readonly EventToDeliver[],
): Promise<EventToDeliver[]> {
  if (made.length === 0) return []
  const bodies = JSON.stringify(made.map(({ row: { key, tries }, body }) => ({ key, tries, body })))
  const keep = update(outbox, {
    set: { body: sql`made.body` },
    // The JSON is expanded once; parsing it per row would read all bodies for each row.
    from: sql`(WITH made AS MATERIALIZED (
        SELECT value ->> 'key' AS key, value ->> 'tries' AS tries, value ->> 'body' AS body
        FROM json_each(${bodies})) SELECT * FROM made) AS made`,
    where: sql`${outbox.key} = made.key AND ${outbox.tries} = made.tries AND ${outbox.body} IS NULL`,
  })
  const kept = new Set(await takeColumn(context, keep, outbox.key))
  return made.filter(({ row }) => kept.has(row.key))
}

/**
 * The bodies of leased events. A body is made once, at the first delivery, and stored before it is
 * sent: retries under the same id send the same bytes, unless a person was erased from it
 * meanwhile.
 *
 * @returns the events whose lease is still valid
 */
export async function withBodies(
  context: OrdersContext,
  { rows, ...ofLease }: LeasedEvents,
): Promise<EventToDeliver[]> {
  const made = await rendered(
    context,
    rows.filter(({ body }) => body === null),
    ofLease,
  )
  return [
    ...rows
      .filter(({ body }) => body !== null)
      .map((row) => ({ row, body: row.body ?? undefined })),
    ...made.filter(({ body }) => body === undefined),
    ...(await keep(
      context,
      made.filter(({ body }) => body !== undefined),
    )),
  ]
}
