import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import type { OrdersContext } from '../orders-context.ts'
import { answerOf } from '../service/port-answer.ts'

/**
 * Asks the service about an order.
 *
 * @returns what the service says, or in words why there is no answer to rely on
 */
export async function queryPayment(
  context: OrdersContext,
  serviceOrderId: string,
): Promise<OrderStatus | string> {
  const answer = await answerOf(() => context.port.queryOrder(serviceOrderId))
  if (answer.outcome === 'accepted') {
    const { order_id, pay_status, transaction_id } = answer.data
    if (order_id !== serviceOrderId) return 'the query was answered with another order'
    // Neither paid nor unpaid: to call it either would be a guess about money.
    if (pay_status === 'SUCCESS' && !transaction_id) {
      return 'the query says SUCCESS and names no transaction'
    }
    return answer.data
  }
  if (answer.outcome === 'refused') {
    return `the query was refused with ${answer.code} ${answer.reason}`
  }
  if (answer.outcome === 'unlisted') {
    return `the query was answered with the unlisted code ${answer.code}`
  }
  return answer.message
}

/**
 * The transaction that paid an order, by the answer to a query. Only SUCCESS with a transaction id
 * counts; anything else leaves the order open. Assumes G-08.
 */
export function paymentInAnswer(status: OrderStatus): string | undefined {
  const isPaid = status.pay_status === 'SUCCESS' && Boolean(status.transaction_id)
  return isPaid ? (status.transaction_id ?? undefined) : undefined
}
