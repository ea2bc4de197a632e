import type { OrdersContext } from '../orders-context.ts'
import type { OrderRows } from '../orders/order-view.ts'
import { paymentInAnswer, queryPayment } from '../payments/query-payment.ts'
import { settlePayment } from '../payments/settle-payment.ts'

/**
 * Asks the service about payments of the order that the customer may have made on the hosted page.
 *
 * @returns what keeps the linked wallet from being charged: `paid`, or `unknown` without an answer
 */
export async function lookForPayment(
  context: OrdersContext,
  rows: OrderRows,
): Promise<'paid' | 'unknown' | undefined> {
  for (const { state, serviceOrderId, orderId, reference } of rows.attempts) {
    if (state !== 'created' || serviceOrderId === null) continue
    const answer = await queryPayment(context, { orderId, reference, serviceOrderId })
    if (typeof answer === 'string') return 'unknown'
    const transactionId = paymentInAnswer(answer)
    if (transactionId === undefined) continue
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
  return undefined
}
