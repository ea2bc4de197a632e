import { newOrder, newRefund, newTransfer } from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import { known, type CheckoutRoute } from './checkout-route.ts'
import { paymentRoutes } from './payment-routes.ts'
import { order, reconciliation, refund, transfer } from './worker-views.ts'

/** Where the shop sends the customer of an order; each address has the key that it needs. */
const customerUrls = {
  paymentUrl: v.string(),
  qrPaymentUrl: v.string(),
  statusUrl: v.string(),
  linkedPaymentUrl: v.optional(v.string()),
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
  ...paymentRoutes,
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
      422: 'Not made; with `sameIdGoes` the same transfer may be sent again once the cause is repaired, without it the id is closed and what is still owed goes out under a new one. `over_limit`: it would pass the limit of a transfer or of the day, nothing was written down, and the id is usable.',
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
      404: 'The orders Worker keeps no daily files, or nothing was recorded until after this day.',
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
