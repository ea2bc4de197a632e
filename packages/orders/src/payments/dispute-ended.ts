import { and, eq, sql } from 'drizzle-orm'
import { eventKey } from '../database/event-to-send.ts'
import { journal, orders, outbox, type JournalData } from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import { update, type Transition } from '../database/transition.ts'

/** The step that takes an open payment of a dispute away. */
export interface EndOfDispute {
  readonly orderId: string
  readonly atMs: number
  /** `dedupe` of the line of the journal that the step has written. */
  readonly line: string
  /** What makes this end unique: an order may be disputed again. */
  readonly once: string
  readonly data: JournalData
}

/**
 * Tells the shop that nothing of an order is in question any more: its last word would be `order.disputed` otherwise. For
 * the batch of the step that takes an open payment away, behind it; whether it was the last one is seen by the order. Where
 * the order ends as paid by that payment, unpaid or held, another event says so.
 */
export function disputeEnded({ orderId, atMs, line, once, data }: EndOfDispute): Transition {
  const event = { orderId, type: 'order.dispute_ended', once } as const
  return {
    decide: update(orders, {
      set: { version: sql`${orders.version} + 1` },
      where: and(
        eq(orders.id, orderId),
        sql`${orders.state} IN ${ordersIn.sayingReturned}`,
        sql`EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${line} AND ${journal.atMs} = ${atMs})`,
        sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE key = ${eventKey(event)})`,
      ),
    }),
    event: { ...event, atMs, data },
  }
}
