import { and, eq } from 'drizzle-orm'
import { alertAfterChange } from '../alerts/alerts.ts'
import { openDatabase } from '../database/open-database.ts'
import { attempts, type JournalData } from '../database/schema.ts'
import { journalEntry } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { releaseUnknownAfterMs, type LinkedAttempt } from './linked-attempt.ts'

/**
 * Records that nobody knows whether money has moved. The order keeps its place, no other way to pay is
 * offered, and a person is told. Money that was to be held is asked back after a while, which the service
 * can answer whatever became of the payment.
 */
export async function recordPaymentUnknown(
  context: OrdersContext,
  attempt: Pick<LinkedAttempt, 'orderId' | 'reference' | 'holds'>,
  unknown: {
    readonly from: 'paying' | 'confirming'
    /** Codes that had been sent when the call was made; a later call is not spoken for. */
    readonly tries: number
    readonly data: JournalData
    readonly contradiction?: boolean
  },
): Promise<void> {
  const db = openDatabase(context)
  const atMs = context.now()
  const { orderId, reference, holds } = attempt
  const data = { reference, step: unknown.from, ...unknown.data }
  await db.batch([
    db
      .update(attempts)
      .set({
        state: 'payment_unknown',
        nextCallAtMs: holds ? atMs + releaseUnknownAfterMs : null,
      })
      .where(
        and(
          eq(attempts.reference, reference),
          eq(attempts.state, unknown.from),
          eq(attempts.otpTries, unknown.tries),
        ),
      ),
    journalEntry(
      db,
      {
        atMs,
        kind: 'payment.unknown',
        orderId,
        dedupe: `payment.unknown:${reference}:${unknown.from}:${unknown.tries}`,
        evidence:
          unknown.data['code'] === undefined && unknown.contradiction !== true
            ? 'no answer of the service'
            : 'answer of the service',
        data,
      },
      { afterChange: true },
    ),
    alertAfterChange(db, {
      kind: unknown.contradiction === true ? 'linked_answer_contradicts' : 'linked_payment_unknown',
      subject: reference,
      atMs,
      data: { order_id: orderId, ...data },
    }),
  ])
}
