import { and, eq, sql } from 'drizzle-orm'
import { attempts, orders, outbox, type JournalData } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { EvidenceSource } from '../database/journal-entry.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { ReleaseReason } from '../states/attempt-state.ts'

type Attempt = Pick<typeof attempts.$inferSelect, 'orderId' | 'reference' | 'transactionId'>

/**
 * Writes down that held money is to be taken, while its order still waits for it: not while a signed
 * callback tells of another payment of the order that has yet to be looked into.
 */
export async function askCapture(context: OrdersContext, attempt: Attempt): Promise<void> {
  const atMs = context.now()
  const { orderId, reference, transactionId } = attempt
  await transact(context, {
    decide: update(attempts, {
      set: { state: 'capturing', calls: 0, nextCallAtMs: atMs },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} = 'held'`,
        sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND state = 'held')`,
        sql`NOT EXISTS (SELECT 1 FROM ${outbox}
          WHERE order_id = ${orderId} AND kind = 'confirm' AND state = 'open')`,
      ),
    }),
    journal: {
      atMs,
      kind: 'hold.capture_asked',
      orderId,
      dedupe: `hold.capture_asked:${reference}`,
      evidence: 'own record',
      data: { reference, transaction_id: transactionId },
    },
  })
}

/** Writes down that held money, or money that may be held, is to go back. */
export async function askRelease(
  context: OrdersContext,
  attempt: Attempt,
  why: {
    readonly from: 'held' | 'capturing' | 'payment_unknown'
    readonly reason: ReleaseReason
    readonly evidence: EvidenceSource
    readonly data: JournalData
    /** Kind of the alert to raise, when a person should know. */
    readonly alert?: string
  },
): Promise<void> {
  const atMs = context.now()
  const { orderId, reference, transactionId } = attempt
  const { from, reason, evidence, alert } = why
  const data = { reference, transaction_id: transactionId, reason, ...why.data }
  await transact(context, {
    decide: update(attempts, {
      set: { state: 'releasing', releaseReason: reason, calls: 0, nextCallAtMs: atMs },
      where: and(eq(attempts.reference, reference), eq(attempts.state, from)),
    }),
    journal: {
      atMs,
      kind: 'hold.release_asked',
      orderId,
      dedupe: `hold.release_asked:${reference}`,
      evidence,
      data,
    },
    ...(alert !== undefined && {
      alert: { kind: alert, subject: reference, atMs, data: { order_id: orderId, ...data } },
    }),
  })
}
