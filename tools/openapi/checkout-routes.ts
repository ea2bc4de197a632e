import {
  newOrder,
  newRefund,
  newTransfer,
  orderQuery,
} from '@merchant-edge/checkout-worker/request-schemas'
import type { OpenOutcome } from '@merchant-edge/orders/api'
import * as v from 'valibot'
import type { CheckoutRoute } from './shop/checkout-route.ts'
import { cursor, orderSummary } from './operators/operator-views.ts'
import { outcomesOf, unsent } from './shop/outcomes.ts'
import { paymentRoutes } from './shop/payment-routes.ts'
import {
  forceAnswers,
  loyaltyAnswers,
  partnerFileTooEarly,
  refundAnswers,
  transferAnswers,
} from './shop/shop-outcomes.ts'
import { order, reconciliation, transfer } from './shop/worker-views.ts'

/** Pages to which the shop sends the customer of an order; each address contains its access key. */
const customerUrls = {
  paymentUrl: v.string(),
  qrPaymentUrl: v.string(),
  statusUrl: v.string(),
  linkedPaymentUrl: v.optional(v.string()),
}

/** How `POST /orders` answers. */
const openAnswers = outcomesOf<OpenOutcome>()({
  opened: { on: 201, means: 'the order is new and stored', fields: { order, ...customerUrls } },
  existing: {
    on: 200,
    means: 'the order exists already, with the same fields',
    fields: { order, ...customerUrls },
  },
  conflict: {
    on: 409,
    means: 'the id belongs to an order with other fields, and nothing changed',
    fields: { order, differs: unsent },
  },
})

/** Every route of the checkout Worker for the shop's backend. */
export const checkoutRoutes: readonly CheckoutRoute[] = [
  {
    name: 'announceOrder',
    tag: 'Orders',
    method: 'post',
    path: '/orders',
    summary: 'Creates an order. The same id again returns the existing order.',
    body: newOrder,
    outcomes: openAnswers,
    done: { status: 201 },
    others: {
      200: 'The order exists already, with the same fields.',
      409: 'The id belongs to an order with other fields; `error.fields` names the fields that differ.',
    },
  },
  {
    name: 'listOwnOrders',
    tag: 'Orders',
    method: 'get',
    path: '/orders',
    summary: 'Searches orders, newest first, in pages: those of a till on one day, for example.',
    query: orderQuery,
    done: { status: 200, schema: v.object({ orders: v.array(orderSummary), cursor }) },
    others: {},
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
    summary: 'Refunds money, points or both. A refund with the same id is made only once.',
    body: newRefund,
    outcomes: refundAnswers,
    done: { status: 200 },
    others: {
      202: 'Under way or unknown: send the request again with the same id.',
      404: 'There is no such order.',
      409: 'The id belongs to another refund.',
      422: 'The service refused, or the refund is larger than what is left of the payment.',
    },
  },
  ...paymentRoutes,
  {
    name: 'transfer',
    tag: 'Transfers',
    method: 'post',
    path: '/transfers',
    summary: 'Transfers money to a phone number. A transfer with the same id is made only once.',
    body: newTransfer,
    outcomes: transferAnswers,
    done: { status: 200 },
    others: {
      202: 'Under way or unknown: send the request again with the same id to get the outcome.',
      409: 'The id belongs to another transfer.',
      422: 'The transfer was not made. With `idReusable` true, send it again with the same id once the cause is repaired; otherwise the id is closed, and money that is still owed needs a transfer with a new id. `over_limit`: it would exceed the limit of a transfer or of the day; nothing was stored, and the id can be used again.',
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
      'Makes a loyalty call: members, points, gift codes or vouchers. Its fields are those of the merchant API.',
    body: v.record(v.string(), v.unknown()),
    outcomes: loyaltyAnswers,
    done: { status: 200 },
    others: {
      202: 'The outcome is unknown: make the same call again, with the same ids.',
      404: 'There is no such call.',
      409: 'The id of the call was used for another request; nothing was done.',
      422: 'The service refused the call.',
    },
  },
  {
    name: 'readPartnerFile',
    tag: 'Daily files',
    method: 'get',
    path: '/files/partner/{day}',
    summary: 'Streams the partner file of a day, as the service receives it.',
    done: { status: 200, schema: v.string(), mediaType: 'text/csv' },
    others: {
      404: 'The orders Worker stores no daily files, or the first record is later than this day.',
      409: {
        text: 'The day is not over: ask from 00:45 of the next day on, Vietnam time.',
        fields: partnerFileTooEarly,
      },
    },
  },
  {
    name: 'listReconciliations',
    tag: 'Daily files',
    method: 'get',
    path: '/reconciliations',
    summary: 'Lists the newest days with the result of their reconciliation.',
    done: {
      status: 200,
      schema: v.object({
        /** Days with their reconciliation, newest first, at most 100. */
        reconciliations: v.array(reconciliation),
      }),
    },
    others: {},
  },
  {
    name: 'readReconciliation',
    tag: 'Daily files',
    method: 'get',
    path: '/reconciliations/{day}',
    summary: 'Reads the state of the reconciliation of a day.',
    done: { status: 200, schema: reconciliation },
    others: { 404: 'There is no reconciliation of this day.' },
  },
  {
    name: 'forceReconciliation',
    tag: 'Daily files',
    method: 'post',
    path: '/reconciliations/{day}/force',
    summary:
      'Forces a comparison that was stopped, with the same two files. The request has no body.',
    outcomes: forceAnswers,
    done: { status: 200 },
    others: {
      202: 'The comparison starts within a minute: read the day, or send the request again.',
      404: 'There is no reconciliation of this day, or it was not stopped.',
      409: 'The comparison is running, its files have changed, or it was stopped for a reason that force does not override.',
    },
  },
]
