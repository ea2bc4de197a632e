import type { OrdersContext } from '../../orders-context.ts'
import type { OrderRows } from '../../orders/order-view.ts'
import { endFailedAttempt } from './end-failed-attempt.ts'
import { queryPayment } from './query-payment.ts'
import { settleAnswer } from './settle-answer.ts'

/**
 * Status of an open attempt at the service: `unknown` when there is no reliable answer, or when the
 * service does not know the id.
 */
export type AttemptNow = 'paid' | 'ended' | 'open' | 'unknown'

/** Queries the service about an attempt and stores the answer: paid or failed. */
export async function settleByQuery(
  context: OrdersContext,
  attempt: OrderRows['attempts'][number],
): Promise<AttemptNow> {
  const { orderId, reference, serviceOrderId } = attempt
  if (serviceOrderId === null) return 'unknown'
  const payment = { orderId, reference, serviceOrderId }
  const answer = await queryPayment(context, payment)
  if (answer.outcome !== 'answered') return 'unknown'
  if ((await settleAnswer(context, payment, answer.status)) !== undefined) return 'paid'
  return (await endFailedAttempt(context, attempt, answer.status)) ? 'ended' : 'open'
}
