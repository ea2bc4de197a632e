import type { OrdersContext } from '../orders-context.ts'
import type { OrderRows } from '../orders/order-view.ts'
import { endFailedAttempt } from './end-failed-attempt.ts'
import { queryPayment } from './query-payment.ts'
import { settleAnswer } from './settle-answer.ts'

/** The service's view of an open attempt; `unknown` without a trustworthy answer. */
export type AttemptNow = 'paid' | 'ended' | 'open' | 'unknown'

/** Queries the service about an attempt and stores the answer: paid or failed. */
export async function askAboutAttempt(
  context: OrdersContext,
  attempt: OrderRows['attempts'][number],
): Promise<AttemptNow> {
  const { orderId, reference, serviceOrderId } = attempt
  if (serviceOrderId === null) return 'unknown'
  const payment = { orderId, reference, serviceOrderId }
  const answer = await queryPayment(context, payment)
  if (typeof answer === 'string') return 'unknown'
  if ((await settleAnswer(context, payment, answer)) !== undefined) return 'paid'
  return (await endFailedAttempt(context, attempt, answer)) ? 'ended' : 'open'
}
