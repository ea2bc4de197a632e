import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { givenUpIsDone } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { paymentInAnswer, type QueriedPayment } from './query-payment.ts'
import { settlePayment, type Settlement } from './settle-payment.ts'

/**
 * Applies the payment that the answer to a query names, which no callback has asked for; one that was given up is done then.
 *
 * @returns `undefined` when the answer names none
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
    behind: [givenUpIsDone({ orderId, transactionId })],
  })
}
