import { alertUnlessRaised } from '../alerts/alerts.ts'
import { transact } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import { disputeOrder } from '../payments/disputes/dispute-order.ts'
import type { AttemptOfOrder } from '../payments/find-attempt.ts'
import { paymentInAnswer, type QueryAnswer } from '../payments/queries/query-payment.ts'
import { amountsOf } from '../payments/reported-payment.ts'
import type { CallbackRecord } from './callback-record.ts'

/** The order of a callback, and what the path of the callback and the service say about it. */
interface TokenMismatch extends AttemptOfOrder {
  /** Amount in VND in the token of the path, which is not that of the order. */
  readonly amountVnd: number
  readonly answer: QueryAnswer
}

/**
 * Disputes an order whose price differs from the amount in the path of its callback, after the
 * service has confirmed the payment. Before that there is no payment to accept or to refund, and
 * only an alert is raised, once per transaction.
 *
 * @returns `settled` once the order is disputed, else the reason why the payment is not confirmed
 */
export async function disputeByToken(
  context: OrdersContext,
  callback: CallbackRecord,
  { attempt: { reference }, order, amountVnd, answer }: TokenMismatch,
): Promise<'settled' | { readonly why: string }> {
  const { order_id: serviceOrderId, transaction_id: transactionId } = callback.signed
  const orderId = order.id
  const reason = 'token_amount_mismatch'
  const data = { amount_vnd: order.amountVnd, amount_vnd_of_token: amountVnd }
  const status = answer.outcome === 'answered' ? answer.status : undefined
  const reported = status && paymentInAnswer(status)
  if (status === undefined || reported === undefined) {
    const alert = alertUnlessRaised({
      kind: reason,
      subject: `${orderId}:${transactionId}`,
      atMs: context.now(),
      data: { order_id: orderId, transaction_id: transactionId, reference, ...data },
    })
    await transact(context, alert)
    return answer.outcome === 'answered'
      ? { why: `the query says ${answer.status.pay_status}` }
      : answer
  }
  const ofOrder = { orderId, reference, reason } as const
  const found = { serviceOrderId, foundBy: 'callback' } as const
  const confirmed = {
    ...ofOrder,
    transactionId: reported,
    data,
    paid: { ...amountsOf(status), ...found, serviceTime: status.updated_at },
  }
  const evidence = `callback signature of key ${callback.keyId}` as const
  if (reported === transactionId) {
    await disputeOrder(context, { ...confirmed, evidence })
    return 'settled'
  }
  // As for a callback with the right amount: the payment that the service confirms, and the other name.
  await disputeOrder(context, { ...confirmed, evidence: 'signed query' })
  await disputeOrder(context, {
    ...ofOrder,
    transactionId,
    evidence,
    data: { ...data, transaction_id_of_query: reported },
    paid: { vnd: status.order_amount, points: 0, ...found },
  })
  return 'settled'
}
