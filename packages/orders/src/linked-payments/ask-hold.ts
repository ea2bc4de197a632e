import { and, eq, sql } from 'drizzle-orm'
import { alertAfterChange } from '../alerts/alerts.ts'
import { openDatabase } from '../database/open-database.ts'
import { attempts, orders, outbox, type JournalData } from '../database/schema.ts'
import { journalEntry, type EvidenceSource } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { ReleaseReason } from '../states/attempt-state.ts'

type Attempt = Pick<typeof attempts.$inferSelect, 'orderId' | 'reference' | 'transactionId'>

/**
 * Writes down that held money is to be taken, while its order still waits for it: not while a signed
 * callback tells of another payment of the order that has yet to be looked into.
 */
export async function askCapture(context: OrdersContext, attempt: Attempt): Promise<void> {
  const db = openDatabase(context)
  const atMs = context.now()
  const { orderId, reference, transactionId } = attempt
  await db.batch([
    db
      .update(attempts)
      .set({ state: 'capturing', calls: 0, nextCallAtMs: atMs })
      .where(
        and(
          eq(attempts.reference, reference),
          sql`${attempts.state} = 'held'`,
          sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND state = 'held')`,
          sql`NOT EXISTS (SELECT 1 FROM ${outbox}
            WHERE order_id = ${orderId} AND kind = 'confirm' AND state = 'open')`,
        ),
      ),
    journalEntry(
      db,
      {
        atMs,
        kind: 'hold.capture_asked',
        orderId,
        dedupe: `hold.capture_asked:${reference}`,
        evidence: 'own record',
        data: { reference, transaction_id: transactionId },
      },
      { afterChange: true },
    ),
  ])
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
  const db = openDatabase(context)
  const atMs = context.now()
  const { orderId, reference, transactionId } = attempt
  const data = { reference, transaction_id: transactionId, reason: why.reason, ...why.data }
  await db.batch([
    db
      .update(attempts)
      .set({ state: 'releasing', releaseReason: why.reason, calls: 0, nextCallAtMs: atMs })
      .where(and(eq(attempts.reference, reference), eq(attempts.state, why.from))),
    journalEntry(
      db,
      {
        atMs,
        kind: 'hold.release_asked',
        orderId,
        dedupe: `hold.release_asked:${reference}`,
        evidence: why.evidence,
        data,
      },
      { afterChange: true },
    ),
    ...(why.alert === undefined
      ? []
      : [
          alertAfterChange(db, {
            kind: why.alert,
            subject: reference,
            atMs,
            data: { order_id: orderId, ...data },
          }),
        ]),
  ])
}
