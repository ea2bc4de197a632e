import type { OrdersContext } from '../orders-context.ts'
import type { OrderRows } from '../orders/order-view.ts'
import { endFailedAttempt } from './end-failed-attempt.ts'
import { paymentInAnswer, queryPayment } from './query-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** What the service says of an attempt that is open: `unknown` without an answer to rely on. */
export type AttemptNow = 'paid' | 'ended' | 'open' | 'unknown'

/** Asks the service about an attempt, and puts on disk what it says: that it is paid, or that it has failed. */
export async function askAboutAttempt(
  context: OrdersContext,
  attempt: OrderRows['attempts'][number],
): Promise<AttemptNow> {
  const { orderId, reference, serviceOrderId } = attempt
  if (serviceOrderId === null) return 'unknown'
  const answer = await queryPayment(context, { orderId, reference, serviceOrderId })
  if (typeof answer === 'string') return 'unknown'
  const transactionId = paymentInAnswer(answer)
  if (transactionId === undefined) {
    return (await endFailedAttempt(context, attempt, answer)) ? 'ended' : 'open'
  }
  await settlePayment(context, {
    orderId,
    reference,
    serviceOrderId,
    transactionId,
    status: answer,
    foundBy: 'poll',
    evidence: 'signed query',
  })
  return 'paid'
}
