import { newLink, newLinkedPayment, newOtp } from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import { known, type CheckoutRoute } from './checkout-route.ts'
import { link, order } from './worker-views.ts'

/** A QR to show or to print: its text, as an SVG document, and as a PNG picture in base64. */
const qrPayment = v.object({
  outcome: v.literal('qr'),
  qrCode: v.string(),
  svg: v.string(),
  png: v.string(),
  expiresAt: v.number(),
})

/** What the shop's app hands over to the wallet app. */
const appPayment = v.object({
  outcome: v.literal('app'),
  serviceOrderId: v.string(),
  signature: v.string(),
  expiresAt: v.number(),
})

/** Why there is no payment to show. */
const paymentNotMade = {
  202: 'Under way or unknown: ask again. Money of a linked wallet may have moved when it is `unsettled`.',
  404: 'There is no such order.',
  409: 'The order cannot be paid now.',
  422: 'The service has refused to create the payment.',
}

/** The routes of the checkout Worker that pay an order, and those of the wallets that are linked for it. */
export const paymentRoutes: readonly CheckoutRoute[] = [
  {
    name: 'payByQr',
    tag: 'Orders',
    method: 'post',
    path: '/orders/{id}/payments/qr',
    summary:
      'Creates a QR for a till, an app or a printed bill, or answers the one that is still payable. The request has no fields.',
    done: { status: 200, schema: qrPayment },
    others: paymentNotMade,
  },
  {
    name: 'payInApp',
    tag: 'Orders',
    method: 'post',
    path: '/orders/{id}/payments/app',
    summary:
      "Creates an order that the shop's app hands over to the wallet app, or answers the one that is still payable. The request has no fields.",
    done: { status: 200, schema: appPayment },
    others: paymentNotMade,
  },
  {
    name: 'payOrder',
    tag: 'Linked wallets',
    method: 'post',
    path: '/orders/{id}/payments/linked',
    summary:
      'Pays an order with the linked wallet of its customer, or says how far the payment is. Points may pay a part.',
    body: newLinkedPayment,
    isBodyOptional: true,
    done: { status: 200, schema: known({ order: v.optional(order) }) },
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
    summary: "Confirms the payment with the customer's one-time code, which is stored nowhere.",
    body: newOtp,
    done: { status: 200, schema: known({ order: v.optional(order) }) },
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
        ? 'Takes all of the money that is held. The request has no fields.'
        : 'Gives held money back, all of it. The request has no fields.',
    done: { status: 200, schema: known({ order }) },
    others: {
      202: 'The service has not answered; it is asked again until it does.',
      404: 'There is no such order.',
      409: 'No money is held, the opposite was asked for or has happened, or another payment is in question.',
    },
  })),
  {
    name: 'requestLink',
    tag: 'Linked wallets',
    method: 'post',
    path: '/links',
    summary: 'Asks for a link; lead the customer to `link.webUrl`.',
    body: newLink,
    done: { status: 201, schema: known({ link }) },
    others: {
      200: 'The wallet is linked already.',
      202: 'Ask again in a few seconds.',
      422: 'Refused.',
    },
  },
  {
    name: 'readLink',
    tag: 'Linked wallets',
    method: 'get',
    path: '/links/{customerId}',
    summary: "Reads a customer's link; a pending one is asked about first.",
    done: { status: 200, schema: link },
    others: { 404: 'This customer has no linked wallet.' },
  },
  {
    name: 'endLink',
    tag: 'Linked wallets',
    method: 'delete',
    path: '/links/{customerId}',
    summary: "Unlinks a customer's wallet.",
    done: { status: 200, schema: known({ link }) },
    others: {
      202: 'It pays nothing any more; the service is asked until it answers.',
      404: 'This customer has no linked wallet.',
      409: 'A payment is under way.',
    },
  },
]
