import { and, eq, sql } from 'drizzle-orm'
import { eventKey } from '../../database/event-to-send.ts'
import { journal, orders, outbox, type JournalData } from '../../database/schema.ts'
import { ordersIn } from '../../database/states-in-sql.ts'
import { update, type Transition } from '../../database/transition.ts'

/** The step that ends the dispute of an open payment. */
export interface EndOfDispute {
  readonly orderId: string
  readonly atMs: number
  /** `dedupe` of the journal line that the step has written. */
  readonly line: string
  /** Distinguishes the events of several disputes of an order. */
  readonly once: string
  readonly data: JournalData
}

/**
 * Sends the shop an event that no payment of the order is disputed any more; otherwise
 * `order.disputed` would stay its last event. It belongs in the batch of the step that ends the
 * dispute of a payment, after that step; the state of the order shows whether that was the last
 * open payment. When the dispute ends because the order is paid by that payment, unpaid or held,
 * another event says so.
 */
export function disputeEnded({ orderId, atMs, line, once, data }: EndOfDispute): Transition {
  const event = { orderId, type: 'order.dispute_ended', once } as const
  return {
    decide: update(orders, {
      set: { version: sql`${orders.version} + 1` },
      where: and(
        eq(orders.id, orderId),
        sql`${orders.state} IN ${ordersIn.showingRefunds}`,
        sql`EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${line} AND ${journal.atMs} = ${atMs})`,
        sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE key = ${eventKey(event)})`,
      ),
    }),
    event: { ...event, atMs, data },
  }
}
