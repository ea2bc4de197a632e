import { and, eq } from 'drizzle-orm'
import { attempts, type JournalData } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
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
  const atMs = context.now()
  const { orderId, reference, holds } = attempt
  const { from, tries, contradiction = false } = unknown
  const data = { reference, step: from, ...unknown.data }
  const hasAnswer = unknown.data['code'] !== undefined || contradiction
  await transact(context, {
    decide: update(attempts, {
      set: {
        state: 'payment_unknown',
        nextCallAtMs: holds ? atMs + releaseUnknownAfterMs : null,
      },
      where: and(
        eq(attempts.reference, reference),
        eq(attempts.state, from),
        eq(attempts.otpTries, tries),
      ),
    }),
    journal: {
      atMs,
      kind: 'payment.unknown',
      orderId,
      dedupe: `payment.unknown:${reference}:${from}:${tries}`,
      evidence: hasAnswer ? 'answer of the service' : 'no answer of the service',
      data,
    },
    alert: {
      kind: contradiction ? 'linked_answer_contradicts' : 'linked_payment_unknown',
      subject: reference,
      atMs,
      data: { order_id: orderId, ...data },
    },
  })
}
