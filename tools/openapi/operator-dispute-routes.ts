import { newAction } from '@merchant-edge/checkout-worker/request-schemas'
import { known, type OperatorRoute } from './checkout-route.ts'
import { order } from './worker-views.ts'

/** The routes for operators about payments in question: disputed ones, and those of which a callback alone tells. */
export const operatorDisputeRoutes: readonly OperatorRoute[] = [
  {
    name: 'acceptDispute',
    method: 'post',
    path: '/operator/orders/{id}/disputed-payments/{transactionId}/accept',
    summary:
      'Lets a disputed payment count as the payment of its order; to return it, a refund names its transaction.',
    body: newAction,
    done: { status: 200, schema: known({ order }) },
    others: {
      404: 'The order has no disputed payment with this transaction.',
      409: 'It is accepted, released or on its way back already, or the order has a payment.',
    },
  },
  {
    name: 'releaseDispute',
    method: 'post',
    path: '/operator/orders/{id}/disputed-payments/{transactionId}/release',
    summary:
      'Says that a disputed payment is that of another order, which has its transaction too: this one is not paid by it.',
    body: newAction,
    done: { status: 200, schema: known({ order }) },
    others: {
      404: 'The order has no disputed payment with this transaction.',
      409: 'It is accepted, released or on its way back already, or no other order has the transaction.',
    },
  },
  {
    name: 'denyPayment',
    method: 'post',
    path: '/operator/orders/{id}/unconfirmed-payment/deny',
    summary:
      'Says that an order which a callback alone calls paid, or whose payment the service does not know, is not paid; the service is asked first, and must deny the payment or know no order with its id.',
    body: newAction,
    done: { status: 200, schema: known({ order }) },
    others: {
      404: 'There is no such order.',
      409: 'The order waits for no such word (`not_unknown`), or the service does not deny the payment or the order can still be paid (`not_denied`).',
    },
  },
]
