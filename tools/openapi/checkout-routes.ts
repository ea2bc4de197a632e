import {
  newLink,
  newOrder,
  newOtp,
  newRefund,
  newTransfer,
} from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import { known, type CheckoutRoute } from './checkout-route.ts'
import { link, order, reconciliation, refund, transfer } from './worker-views.ts'

/** Where the shop sends the customer of an order; each address has the key that it needs. */
const customerUrls = {
  paymentUrl: v.string(),
  qrPaymentUrl: v.string(),
  statusUrl: v.string(),
  linkedPaymentUrl: v.optional(v.string()),
}

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

/** Every route of the checkout Worker for the shop's backend. */
export const checkoutRoutes: readonly CheckoutRoute[] = [
  {
    name: 'announceOrder',
    tag: 'Orders',
    method: 'post',
    path: '/orders',
    summary: 'Announces an order; the same id again returns it.',
    body: newOrder,
    done: { status: 201, schema: known({ order, ...customerUrls }) },
    others: {
      200: 'It was announced before.',
      409: 'The id belongs to another order; `error.fields` names in what they differ.',
    },
  },
  {
    name: 'readOrder',
    tag: 'Orders',
    method: 'get',
    path: '/orders/{id}',
    summary: 'Reads an order with its attempts, refunds and timeline.',
    done: { status: 200, schema: v.intersect([order, v.object(customerUrls)]) },
    others: { 404: 'There is no such order.' },
  },
  {
    name: 'refund',
    tag: 'Orders',
    method: 'post',
    path: '/orders/{id}/refunds',
    summary: 'Returns money, points or both; the same refund id returns nothing twice.',
    body: newRefund,
    done: { status: 200, schema: known({ refund, order }) },
    others: {
      202: 'Under way or unknown: ask again with the same id.',
      404: 'There is no such order.',
      409: 'The id belongs to another refund.',
      422: 'Refused, or more than is left.',
    },
  },
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
      'Pays an order with the linked wallet of its customer, or says how far the payment is.',
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
  {
    name: 'transfer',
    tag: 'Transfers',
    method: 'post',
    path: '/transfers',
    summary: 'Transfers money to a phone number; the same id never sends it twice.',
    body: newTransfer,
    done: { status: 200, schema: known({ transfer }) },
    others: {
      202: 'Under way or unknown: the same id tells what became of it.',
      409: 'The id belongs to another transfer.',
      422: 'Not made; with `sameIdGoes` the same transfer may be sent again once the cause is repaired. `over_limit`: it would pass the limit of a transfer or of the day, nothing was written down, and the id is usable.',
    },
  },
  {
    name: 'readTransfer',
    tag: 'Transfers',
    method: 'get',
    path: '/transfers/{id}',
    summary: 'Reads a transfer.',
    done: { status: 200, schema: transfer },
    others: { 404: 'There is no transfer with this id.' },
  },
  {
    name: 'callLoyalty',
    tag: 'Loyalty',
    method: 'post',
    path: '/loyalty/{call}',
    summary:
      'Makes a call for members, points, gift codes or vouchers; its fields are those of the merchant API.',
    body: v.record(v.string(), v.unknown()),
    done: { status: 200, schema: known({ data: v.unknown() }) },
    others: {
      202: 'Unknown: make the same call again, with the same ids.',
      404: 'There is no such call.',
      409: 'The id of the call was used for something else; nothing was done.',
      422: 'The service refused.',
    },
  },
  {
    name: 'readPartnerFile',
    tag: 'Daily files',
    method: 'get',
    path: '/files/partner/{day}',
    summary: 'Streams the partner file of a day, as it goes to the service.',
    done: { status: 200, schema: v.string(), mediaType: 'text/csv' },
    others: {
      404: 'The orders Worker keeps no daily files.',
      409: 'The day is not over: ask from 00:45 of the next day on, Vietnam time.',
    },
  },
  {
    name: 'listReconciliations',
    tag: 'Daily files',
    method: 'get',
    path: '/reconciliations',
    summary: 'Lists the newest days with what came of them.',
    done: { status: 200, schema: v.object({ reconciliations: v.array(reconciliation) }) },
    others: {},
  },
  {
    name: 'readReconciliation',
    tag: 'Daily files',
    method: 'get',
    path: '/reconciliations/{day}',
    summary: 'Reads how far the reconciliation of a day is.',
    done: { status: 200, schema: reconciliation },
    others: { 404: 'The day is not followed.' },
  },
  {
    name: 'forceReconciliation',
    tag: 'Daily files',
    method: 'post',
    path: '/reconciliations/{day}/force',
    summary:
      'Forces a comparison that was stopped, for the two files for which it was stopped. The request has no body.',
    done: { status: 200, schema: known({ reconciliation }) },
    others: {
      202: 'It is made within a minute: read the day, or ask again.',
      404: 'The day is not followed, or was not stopped.',
      409: 'It is being worked on, its files have changed, or force does not remove why it was stopped.',
    },
  },
]
