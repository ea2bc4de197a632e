import { and, eq, sql } from 'drizzle-orm'
import { alertAfterChange } from '../alerts/alerts.ts'
import type { OrderDatabase } from '../database/open-database.ts'
import { attempts, orders } from '../database/schema.ts'
import { journalEntry } from '../journal/journal.ts'

/**
 * The statements that give held money back when another payment of the order has become the one that
 * counts, for the end of the batch that makes it so.
 */
export function releaseSuperfluousHold(
  db: OrderDatabase,
  paid: { readonly orderId: string; readonly reference: string; readonly atMs: number },
) {
  const { orderId, reference, atMs } = paid
  const data = { paid_reference: reference }
  return [
    db
      .update(attempts)
      .set({ state: 'releasing', releaseReason: 'superfluous', calls: 0, nextCallAtMs: atMs })
      .where(
        and(
          eq(attempts.orderId, orderId),
          sql`${attempts.state} = 'held'`,
          sql`EXISTS (SELECT 1 FROM ${orders}
            WHERE id = ${orderId} AND state = 'paid' AND paid_reference = ${reference})`,
        ),
      ),
    journalEntry(
      db,
      {
        atMs,
        kind: 'hold.superfluous',
        orderId,
        dedupe: `hold.superfluous:${orderId}:${reference}`,
        evidence: 'own record',
        data,
      },
      { afterChange: true },
    ),
    alertAfterChange(db, {
      kind: 'superfluous_hold',
      subject: orderId,
      atMs,
      data: { order_id: orderId, ...data },
    }),
  ] as const
}
