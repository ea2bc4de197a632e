import { newLink, newLinkedPayment, newOtp } from '@merchant-edge/checkout-worker/request-schemas'
import type { CheckoutRoute } from './checkout-route.ts'
import {
  appAnswers,
  holdAnswers,
  linkAnswers,
  linkedPaymentAnswers,
  qrAnswers,
  unlinkAnswers,
} from './payment-outcomes.ts'
import { link } from './worker-views.ts'

/** Why there is no payment in the answer. */
const paymentNotMade = {
  202: 'Under way or unknown: send the request again. With `unsettled`, money of a linked wallet may have moved.',
  404: 'There is no such order.',
  409: 'The order cannot be paid now.',
  422: 'The service refused to create the payment.',
}

/** The routes of the checkout Worker for payments and for linked wallets. */
export const paymentRoutes: readonly CheckoutRoute[] = [
  {
    name: 'payByQr',
    tag: 'Orders',
    method: 'post',
    path: '/orders/{id}/payments/qr',
    summary:
      'Creates a QR code for a till, an app or a printed bill, or returns the one that can still be paid. The request has no fields.',
    outcomes: qrAnswers,
    done: { status: 200 },
    others: paymentNotMade,
  },
  {
    name: 'payInApp',
    tag: 'Orders',
    method: 'post',
    path: '/orders/{id}/payments/app',
    summary:
      "Creates a payment that the shop's app passes to the wallet app, or returns the one that can still be paid. The request has no fields.",
    outcomes: appAnswers,
    done: { status: 200 },
    others: paymentNotMade,
  },
  {
    name: 'payOrder',
    tag: 'Linked wallets',
    method: 'post',
    path: '/orders/{id}/payments/linked',
    summary:
      'Pays an order with the linked wallet of its customer, or returns the state of that payment. Points may pay a part of it.',
    body: newLinkedPayment,
    isBodyOptional: true,
    outcomes: linkedPaymentAnswers,
    done: { status: 200 },
    others: {
      202: 'Under way or unknown: ask again, nothing is charged twice.',
      404: 'There is no such order.',
      409: 'The order cannot be paid now.',
      422: 'Not paid, and no money has moved.',
    },
  },
  {
    name: 'confirmCode',
    tag: 'Linked wallets',
    method: 'post',
    path: '/orders/{id}/payments/linked/otp',
    summary: "Confirms the payment with the customer's one-time code. The code is not stored.",
    body: newOtp,
    outcomes: linkedPaymentAnswers,
    done: { status: 200 },
    others: {
      202: 'Under way or unknown: ask again, nothing is charged twice.',
      404: 'There is no such order.',
      409: 'The order cannot be paid now.',
      422: 'Not paid, and no money has moved.',
    },
  },
  ...(['capture', 'release'] as const).map((action): CheckoutRoute => ({
    name: `${action}Order`,
    tag: 'Linked wallets',
    method: 'post',
    path: `/orders/{id}/${action}`,
    summary:
      action === 'capture'
        ? 'Captures the held money in full. The request has no fields.'
        : 'Releases the held money in full. The request has no fields.',
    outcomes: holdAnswers[action],
    done: { status: 200 },
    others: {
      202: 'The service has not answered; it is called again until it answers.',
      404: 'There is no such order.',
      409: 'No money is held, the opposite was requested or has happened, or another payment of the order is disputed or unknown.',
    },
  })),
  {
    name: 'requestLink',
    tag: 'Linked wallets',
    method: 'post',
    path: '/links',
    summary: 'Requests a link to a wallet. Send the customer to `link.webUrl` to confirm it.',
    body: newLink,
    outcomes: linkAnswers,
    done: { status: 201 },
    others: {
      200: 'The wallet is linked already.',
      202: 'Under way: send the request again in a few seconds.',
      422: 'The service refused the link.',
    },
  },
  {
    name: 'readLink',
    tag: 'Linked wallets',
    method: 'get',
    path: '/links/{customerId}',
    summary: "Reads a customer's link. If it is pending, the service is queried first.",
    done: { status: 200, schema: link },
    others: { 404: 'This customer has no linked wallet.' },
  },
  {
    name: 'endLink',
    tag: 'Linked wallets',
    method: 'delete',
    path: '/links/{customerId}',
    summary: "Unlinks a customer's wallet.",
    outcomes: unlinkAnswers,
    done: { status: 200 },
    others: {
      202: 'No more payments are made with the wallet; the service is called until it answers.',
      404: 'This customer has no linked wallet.',
      409: 'A payment is under way.',
    },
  },
]
