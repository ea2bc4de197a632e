import { and, eq, sql } from 'drizzle-orm'
import { alertOnce } from '../alerts/alerts.ts'
import { attempts, orders, type JournalData } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { EvidenceSource } from '../database/journal-entry.ts'
import type { OrdersContext } from '../orders-context.ts'
import { attemptsIn } from '../database/states-in-sql.ts'

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
  const atMs = context.now()
  const { orderId, reference, transactionId, releaseReason } = attempt
  const data = { reference, transaction_id: transactionId, reason: releaseReason, ...more }
  const released: Transition = {
    decide: update(attempts, {
      set: { state: 'released', nextCallAtMs: null },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before('released')}`,
      ),
    }),
    journal: {
      atMs,
      kind: 'hold.released',
      orderId,
      dedupe: `hold.released:${reference}`,
      evidence,
      data,
    },
    optional: {
      decide: update(orders, {
        set: { state: 'cancelled', version: sql`${orders.version} + 1` },
        where: and(eq(orders.id, orderId), sql`${orders.state} = 'held'`),
      }),
      event: { atMs, orderId, type: 'order.cancelled', once: reference, data },
    },
  }
  const afterPaid = alertOnce(
    { kind: 'released_after_paid', subject: reference, atMs, data: { order_id: orderId, ...data } },
    sql`EXISTS (SELECT 1 FROM ${attempts} WHERE reference = ${reference} AND state = 'paid')`,
  )
  await transactAll(context, { transitions: [released, afterPaid] })
}
