import { and, eq, sql } from 'drizzle-orm'
import type { OrderDatabase } from '../database/open-database.ts'
import { attempts } from '../database/schema.ts'
import { journalEntry } from '../journal/journal.ts'

/**
 * The statements that end a payment which waits for a one-time code, because the customer has chosen
 * another way: the code goes through us, so nobody can confirm it any more. For a batch in which the other
 * attempt is on disk.
 */
export function abandonOtp(
  db: OrderDatabase,
  other: { readonly orderId: string; readonly reference: string; readonly atMs: number },
) {
  const { orderId, reference, atMs } = other
  return [
    db
      .update(attempts)
      .set({ state: 'expired', nextCallAtMs: null })
      .where(
        and(
          eq(attempts.orderId, orderId),
          sql`${attempts.state} = 'awaiting_otp'`,
          sql`EXISTS (SELECT 1 FROM ${attempts} WHERE reference = ${reference})`,
        ),
      ),
    journalEntry(
      db,
      {
        atMs,
        kind: 'payment.otp_abandoned',
        orderId,
        dedupe: `payment.otp_abandoned:${reference}:${atMs}`,
        evidence: 'own record',
        data: { reference_of_other: reference },
      },
      { afterChange: true },
    ),
  ] as const
}
