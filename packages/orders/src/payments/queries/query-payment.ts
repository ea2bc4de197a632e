import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import type { OrdersContext } from '../../orders-context.ts'
import type { PortAnswer } from '../../service/port-answer.ts'
import { callService } from '../../service-calls/call-service.ts'
import { storeCall } from '../../service-calls/store-call.ts'

/** The payment to query at the service. */
export interface QueriedPayment {
  readonly orderId: string
  /** Reference of the attempt. */
  readonly reference: string
  readonly serviceOrderId: string
}

/**
 * Answer of the service about a payment.
 *
 * - `answered`: the status of the payment.
 * - `unknown_id`: the service knows no order with this id. A person may treat that as a denial;
 *   without a person nothing is done about it, because a service of another environment, or one
 *   that is asked with another merchant's key, says so of every order.
 * - `no_answer`: no reliable answer.
 */
export type QueryAnswer =
  | { readonly outcome: 'answered'; readonly status: OrderStatus }
  | { readonly outcome: 'unknown_id' | 'no_answer'; readonly why: string }

/** "Data not found": the service knows no object with this id. @see Specification 7 */
const unknownIdCode = 4040001

function readAnswer(
  answer: PortAnswer<OrderStatus>,
  { serviceOrderId }: QueriedPayment,
): QueryAnswer {
  const noAnswer = (why: string) => ({ outcome: 'no_answer', why }) as const
  if (answer.outcome === 'accepted') {
    const { order_id, pay_status, transaction_id } = answer.data
    if (order_id !== serviceOrderId) return noAnswer('the query was answered with another order')
    // Neither paid nor unpaid: any other result would be a guess about money.
    if (pay_status === 'SUCCESS' && !transaction_id) {
      return noAnswer('the query says SUCCESS and names no transaction')
    }
    return { outcome: 'answered', status: answer.data }
  }
  if (answer.outcome === 'refused') {
    const why = `the query was refused with ${answer.code} ${answer.reason}`
    return answer.code === unknownIdCode ? { outcome: 'unknown_id', why } : noAnswer(why)
  }
  if (answer.outcome === 'unlisted') {
    return noAnswer(`the query was answered with the unlisted code ${answer.code}`)
  }
  return noAnswer(answer.message)
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
): Promise<QueryAnswer> {
  const { orderId, reference, serviceOrderId } = payment
  const call = await callService(context, { orderId, reference, endpoint: 'queryOrder' }, () =>
    context.port.queryOrder(serviceOrderId),
  )
  const answer = readAnswer(call.answer, payment)
  if (answer.outcome !== 'answered' || paymentInAnswer(answer.status) === undefined) {
    await storeCall(context, call, statusIn(call.answer))
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
