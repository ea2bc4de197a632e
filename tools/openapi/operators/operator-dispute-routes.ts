import {
  newAcceptance,
  newAction,
  newRelease,
} from '@merchant-edge/checkout-worker/request-schemas'
import type { OperatorRoute } from '../shop/checkout-route.ts'
import { denialAnswers, disputeAnswers } from './operator-outcomes.ts'

/** The operator routes for disputed payments, and for payments that only a callback reports. */
export const operatorDisputeRoutes: readonly OperatorRoute[] = [
  {
    name: 'acceptDispute',
    method: 'post',
    path: '/operator/orders/{id}/disputed-payments/{transactionId}/accept',
    summary:
      'Accepts a disputed payment as the payment of its order, also in the place of one that was never made (`insteadOf`). To return the money instead, refund its transaction.',
    body: newAcceptance,
    outcomes: disputeAnswers,
    done: { status: 200 },
    others: {
      404: 'The order has no disputed payment with this transaction.',
      409: 'The payment is accepted, released or being refunded already, or the order has another payment. With `insteadOf`: the service has named that one, it is not the payment that counts, or some of it is refunded.',
    },
  },
  {
    name: 'releaseDispute',
    method: 'post',
    path: '/operator/orders/{id}/disputed-payments/{transactionId}/release',
    summary:
      'Releases a disputed payment from this order: it belongs to another order that has the same transaction, is another name of the payment that counts, or was never made (`neverMade`).',
    body: newRelease,
    outcomes: disputeAnswers,
    done: { status: 200 },
    others: {
      404: 'The order has no disputed payment with this transaction.',
      409: 'The payment is accepted, released or being refunded already, or no other order has the transaction. With `neverMade`: the service has named the payment, or a call about its money waits for an answer.',
    },
  },
  {
    name: 'reopenDispute',
    method: 'post',
    path: '/operator/orders/{id}/disputed-payments/{transactionId}/reopen',
    summary:
      'Takes back the release of a disputed payment, which is open again: it is accepted, refunded or released then.',
    body: newAction,
    outcomes: disputeAnswers,
    done: { status: 200 },
    others: {
      404: 'The order has no disputed payment with this transaction.',
      409: 'The payment is not released, or the same charge has another transaction since.',
    },
  },
  {
    name: 'denyPayment',
    method: 'post',
    path: '/operator/orders/{id}/unconfirmed-payment/deny',
    summary:
      'Denies the payment of an order that only a callback reports as paid, or whose payment the service does not know. The service is queried first, and must deny the payment or know no order with its id.',
    body: newAction,
    outcomes: denialAnswers,
    done: { status: 200 },
    others: {
      404: 'There is no such order.',
      409: '`not_unknown`: the order is in a state that needs no such decision. `not_denied`: the service does not deny the payment, or the order can still be paid.',
    },
  },
]
