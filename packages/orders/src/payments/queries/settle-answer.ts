import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { finishDeadLettersWhenPaid } from '../../events/outbox.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { paymentInAnswer, type QueriedPayment } from './query-payment.ts'
import { settlePayment, type Settlement } from '../settle-payment.ts'

/**
 * Applies the payment named by the answer to a query that no callback triggered. A dead-letter
 * callback about it is marked as done.
 *
 * @returns `undefined` when the answer names no payment
 */
export async function settleAnswer(
  context: OrdersContext,
  { orderId, reference, serviceOrderId }: QueriedPayment,
  answer: OrderStatus,
): Promise<Settlement | undefined> {
  const transactionId = paymentInAnswer(answer)
  if (transactionId === undefined) return undefined
  return settlePayment(context, {
    orderId,
    reference,
    serviceOrderId,
    transactionId,
    status: answer,
    foundBy: 'poll',
    evidence: 'signed query',
    behind: [finishDeadLettersWhenPaid({ orderId, transactionId })],
  })
}
