import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import type { OrdersContext } from '../orders-context.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { callService } from '../service-calls/call-service.ts'
import { keepCall } from '../service-calls/keep-call.ts'

/** The payment to query at the service. */
export interface QueriedPayment {
  readonly orderId: string
  /** Reference of the attempt. */
  readonly reference: string
  readonly serviceOrderId: string
}

function readAnswer(
  answer: PortAnswer<OrderStatus>,
  { serviceOrderId }: QueriedPayment,
): OrderStatus | string {
  if (answer.outcome === 'accepted') {
    const { order_id, pay_status, transaction_id } = answer.data
    if (order_id !== serviceOrderId) return 'the query was answered with another order'
    // SUCCESS without a transaction id is neither paid nor unpaid; deciding either would be a guess
    // about money.
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
 * Queries the service about an order. Every call is stored, except one whose answer confirms the
 * payment: its journal line already documents it, so no extra write is needed.
 *
 * @returns the service's answer, or a text why there is no trustworthy answer
 */
export async function queryPayment(
  context: OrdersContext,
  payment: QueriedPayment,
): Promise<OrderStatus | string> {
  const { orderId, reference, serviceOrderId } = payment
  const call = await callService(context, { orderId, reference, endpoint: 'queryOrder' }, () =>
    context.port.queryOrder(serviceOrderId),
  )
  const answer = readAnswer(call.answer, payment)
  if (typeof answer === 'string' || paymentInAnswer(answer) === undefined) {
    await keepCall(context, call, statusIn(call.answer))
  }
  return answer
}

function statusIn(answer: PortAnswer<OrderStatus>): string | undefined {
  return answer.outcome === 'accepted' ? answer.data.pay_status : undefined
}

/**
 * The transaction that paid an order, by the answer to a query. Only SUCCESS with a transaction id
 * counts; anything else leaves the order open. Assumes G-08.
 */
export function paymentInAnswer(status: OrderStatus): string | undefined {
  const isPaid = status.pay_status === 'SUCCESS' && Boolean(status.transaction_id)
  return isPaid ? (status.transaction_id ?? undefined) : undefined
}
