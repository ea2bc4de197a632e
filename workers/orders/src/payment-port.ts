import {
  call,
  createClient,
  WalletError,
  type AnyAnswer,
  type Client,
  type FetchLike,
} from '@merchant-edge/client'
import { createTqrOrder, createWebPayment, queryOrder, refundOrder } from '@merchant-edge/contract'
import type {
  PaymentPort,
  PaymentToCreate,
  PortAnswer,
  RefundAccepted,
} from '@merchant-edge/orders'
import type { OrdersSettings } from './orders-env.ts'

type Accepted<Answer> = Extract<Answer, { readonly outcome: 'accepted' }>

/** Turns an answer of the client, or the error in its place, into an answer of the port. */
async function asked<Answer extends AnyAnswer, Data>(
  request: () => Promise<Answer>,
  dataOf: (answer: Accepted<Answer>) => Data,
): Promise<PortAnswer<Data>> {
  let answer: Answer
  try {
    answer = await request()
  } catch (error) {
    if (error instanceof WalletError) {
      const outcome = error.sent === 'no' ? 'not_sent' : 'unknown'
      return { outcome, message: error.message }
    }
    // A TypeError comes before anything is signed: the request itself cannot be sent.
    if (error instanceof TypeError) return { outcome: 'not_sent', message: error.message }
    throw error
  }
  if (isAccepted(answer)) {
    const { code, repeatedAfterUnknown } = answer
    return { outcome: 'accepted', code, data: dataOf(answer), repeatedAfterUnknown }
  }
  if (answer.outcome !== 'refused') {
    return { outcome: 'unlisted', code: answer.code, message: answer.message }
  }
  const { code, reason, remedy, applied, repeatedAfterUnknown } = answer
  return { outcome: 'refused', code, reason, remedy, applied, repeatedAfterUnknown }
}

function isAccepted<Answer extends AnyAnswer>(answer: Answer): answer is Accepted<Answer> {
  return answer.outcome === 'accepted'
}

function orderFields(settings: OrdersSettings, payment: PaymentToCreate) {
  return {
    callback_url: payment.callbackUrl,
    expired_in: payment.expiresInMinutes,
    ...(payment.description !== '' && { description: payment.description }),
    order_amount: payment.amountVnd,
    order_currency: 'VND' as const,
    order_reference_id: payment.reference,
    ...(settings.POS_CODE !== undefined && { pos_code: settings.POS_CODE }),
    service_type: 'PURCHASE' as const,
    store_code: settings.STORE_CODE,
  }
}

/** The calls to the wallet service, made with the client; one client per isolate keeps its clock. */
export function clientPort(settings: OrdersSettings, fetch?: FetchLike): PaymentPort {
  const client: Client = createClient({
    baseUrl: settings.SERVICE_URL,
    keyCode: settings.KEY_CODE,
    privateKey: settings.MERCHANT_PRIVATE_KEY,
    ...(fetch !== undefined && { fetch }),
  })
  return {
    createWebPayment: (payment) =>
      asked(
        () =>
          call(client, createWebPayment, {
            ...orderFields(settings, payment),
            redirect_url: payment.redirectUrl,
          }),
        ({ data }) => data,
      ),
    createTqrOrder: (payment) =>
      asked(
        () => call(client, createTqrOrder, orderFields(settings, payment)),
        ({ data }) => data,
      ),
    queryOrder: (serviceOrderId) =>
      asked(
        () => call(client, queryOrder, { order_id: serviceOrderId }),
        ({ data }) => data,
      ),
    refundOrder: ({ refundId, originalReference, vnd, points, reason, staffId }) =>
      asked(
        () =>
          call(client, refundOrder, {
            order_reference_id: refundId,
            original_order_reference_id: originalReference,
            ...(vnd > 0 && { vnd_amount: vnd }),
            ...(points > 0 && { point_amount: points }),
            ...(reason !== undefined && { description: reason }),
            ...(staffId !== undefined && { merchant_user_id: staffId }),
          }),
        ({ code, data }): RefundAccepted => {
          const id = 'refund_transaction_id' in data ? data.refund_transaction_id : undefined
          return { code, ...(typeof id === 'string' && { refundTransactionId: id }) }
        },
      ),
  }
}
