import { and, eq, sql } from 'drizzle-orm'
import { afterChange, insertWhere } from '../database/insert-where.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts, attempts, orders, type JournalData } from '../database/schema.ts'
import { eventAfterChange } from '../events/outbox.ts'
import { journalEntry, type EvidenceSource } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { attemptsIn } from '../states/attempt-state.ts'

/**
 * Records that held money is back in the wallet; an order that waited for it is `cancelled`. Money that was
 * called taken while it went back is for a person.
 */
export async function recordReleased(
  context: OrdersContext,
  attempt: Pick<
    typeof attempts.$inferSelect,
    'orderId' | 'reference' | 'transactionId' | 'releaseReason'
  >,
  { evidence, data: more }: { readonly evidence: EvidenceSource; readonly data: JournalData },
): Promise<void> {
  const db = openDatabase(context)
  const atMs = context.now()
  const { orderId, reference, transactionId, releaseReason } = attempt
  const data = { reference, transaction_id: transactionId, reason: releaseReason, ...more }
  await db.batch([
    db
      .update(attempts)
      .set({ state: 'released', nextCallAtMs: null })
      .where(
        and(
          eq(attempts.reference, reference),
          sql`${attempts.state} IN ${attemptsIn.before('released')}`,
        ),
      ),
    journalEntry(
      db,
      {
        atMs,
        kind: 'hold.released',
        orderId,
        dedupe: `hold.released:${reference}`,
        evidence,
        data,
      },
      { afterChange: true },
    ),
    db
      .update(orders)
      .set({ state: 'cancelled', version: sql`${orders.version} + 1` })
      .where(and(afterChange, eq(orders.id, orderId), sql`${orders.state} = 'held'`)),
    eventAfterChange(db, { atMs, orderId, type: 'order.cancelled', once: reference, data }),
    insertWhere(db, alerts, {
      values: {
        kind: 'released_after_paid',
        subject: reference,
        atMs,
        data: { order_id: orderId, ...data },
      },
      where: sql`EXISTS (SELECT 1 FROM ${attempts} WHERE reference = ${reference} AND state = 'paid')`,
    }),
  ])
}
