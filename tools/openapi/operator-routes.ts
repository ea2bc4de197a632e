import {
  alertQuery,
  callbackQuery,
  newAction,
  newOperatorRefund,
  newPaymentVerdict,
  newRefundVerdict,
  newTransferVerdict,
  orderExportQuery,
  orderQuery,
  refundQuery,
  stateQuery,
  verificationQuery,
} from '@merchant-edge/checkout-worker/request-schemas'
import * as v from 'valibot'
import { known, type CheckoutRoute, type OperatorRoute } from './checkout-route.ts'
import { operatorDisputeRoutes } from './operator-dispute-routes.ts'
import { operatorEventRoutes } from './operator-event-routes.ts'
import { operatorPersonRoutes } from './operator-person-routes.ts'
import { operatorSignInRoutes } from './operator-sign-in-routes.ts'
import {
  alert,
  cursor,
  journalStep,
  listedRefund,
  operator,
  orderSummary,
  replay,
  storedCallback,
} from './operator-views.ts'
import { orderOfOperator, transferOfOperator } from './operator-record-views.ts'
import { order, reconciliation, refund, transfer } from './worker-views.ts'

const settled = {
  404: 'There is nothing to settle at this address.',
  409: 'The outcome is known already, or a call is still under way; nothing changed.',
}

const routes: readonly OperatorRoute[] = [
  {
    name: 'whoAmI',
    method: 'get',
    path: '/operator/me',
    summary:
      'Says whose token it is, and with which role: `view` for a token of OPERATORS that belongs to a person.',
    done: { status: 200, schema: operator },
    others: {},
  },
  ...operatorSignInRoutes,
  {
    name: 'listAlerts',
    method: 'get',
    path: '/operator/alerts',
    summary: 'Lists alerts, newest first, each with what it means and what to do.',
    query: alertQuery,
    done: { status: 200, schema: v.object({ alerts: v.array(alert), cursor }) },
    others: {},
  },
  ...(['acknowledge', 'close'] as const).map((step): OperatorRoute => ({
    name: `${step}Alert`,
    method: 'post',
    path: `/operator/alerts/{id}/${step}`,
    summary:
      step === 'close'
        ? 'Says that an alert is done with; raised again, it opens again.'
        : 'Says that somebody works on an alert.',
    body: newAction,
    done: { status: 200, schema: known({ alert }) },
    others: {
      404: 'There is no alert with this id.',
      409: 'It was in this state or beyond it already, or was raised again meanwhile.',
    },
  })),
  ...operatorPersonRoutes,
  {
    name: 'listOrders',
    method: 'get',
    path: '/operator/orders',
    summary: 'Searches orders, newest first, in pages.',
    query: orderQuery,
    done: { status: 200, schema: v.object({ orders: v.array(orderSummary), cursor }) },
    others: {},
  },
  {
    name: 'exportOrders',
    method: 'get',
    path: '/operator/orders.csv',
    summary:
      'Writes the same orders as one CSV file for a spreadsheet; a text that would run as a formula is led by an apostrophe.',
    query: orderExportQuery,
    done: { status: 200, schema: v.string(), mediaType: 'text/csv' },
    others: {},
  },
  {
    name: 'readOrderAsOperator',
    method: 'get',
    path: '/operator/orders/{id}',
    summary:
      'Reads an order with its attempts, refunds, timeline, calls to the service and differences of the daily files.',
    done: { status: 200, schema: orderOfOperator },
    others: { 404: 'There is no such order.' },
  },
  {
    name: 'refundAsOperator',
    method: 'post',
    path: '/operator/orders/{id}/refunds',
    summary:
      'Returns money, points or both, of a disputed payment when its transaction is named; the same refund id returns nothing twice.',
    body: newOperatorRefund,
    done: { status: 200, schema: known({ refund, order }) },
    others: {
      202: 'Under way or unknown: ask again with the same id.',
      404: 'There is no such order.',
      409: 'The id belongs to another refund or proposal; or `approval_needed`: it is above the limit of one operator, and kept for a second person at the desk.',
      422: 'Refused, or more than is left.',
    },
  },
  {
    name: 'listRefunds',
    method: 'get',
    path: '/operator/refunds',
    summary: 'Lists refunds by state, day and store, newest first, in pages.',
    query: refundQuery,
    done: { status: 200, schema: v.object({ refunds: v.array(listedRefund), cursor }) },
    others: {},
  },
  {
    name: 'settleRefund',
    method: 'post',
    path: '/operator/orders/{id}/refunds/{refundId}/settle',
    summary:
      'Settles an unknown refund, wholly or one half of it, by the word of a person who has looked.',
    body: newRefundVerdict,
    done: { status: 200, schema: known({ refund, order }) },
    others: settled,
  },
  {
    name: 'settlePayment',
    method: 'post',
    path: '/operator/orders/{id}/payments/{reference}/settle',
    summary:
      'Settles an unknown payment with a linked wallet by the word of a person who has looked.',
    body: newPaymentVerdict,
    done: { status: 200, schema: known({ order }) },
    others: settled,
  },
  ...operatorDisputeRoutes,
  {
    name: 'listTransfers',
    method: 'get',
    path: '/operator/transfers',
    summary: 'Lists transfers by state and day, newest first, in pages.',
    query: stateQuery,
    done: { status: 200, schema: v.object({ transfers: v.array(transfer), cursor }) },
    others: {},
  },
  {
    name: 'readTransferAsOperator',
    method: 'get',
    path: '/operator/transfers/{id}',
    summary: 'Reads a transfer with its calls to the service and differences of the daily files.',
    done: { status: 200, schema: transferOfOperator },
    others: { 404: 'There is no transfer with this id.' },
  },
  {
    name: 'settleTransfer',
    method: 'post',
    path: '/operator/transfers/{id}/settle',
    summary: 'Settles an unknown transfer by the word of a person who has looked.',
    body: newTransferVerdict,
    done: { status: 200, schema: known({ transfer }) },
    others: settled,
  },
  {
    name: 'listCallbacks',
    method: 'get',
    path: '/operator/callbacks',
    summary: 'Lists stored callbacks without an order, dead ones, or those of an order.',
    query: callbackQuery,
    done: { status: 200, schema: v.object({ callbacks: v.array(storedCallback), cursor }) },
    others: {},
  },
  {
    name: 'replayCallback',
    method: 'post',
    path: '/operator/callbacks/{seq}/replay',
    summary:
      'Runs a stored callback again: what has taken effect once does not take effect again, what an outage left undone is done.',
    body: newAction,
    done: { status: 200, schema: replay },
    others: { 404: 'No callback stands at this place of the journal.' },
  },
  ...operatorEventRoutes,
  {
    name: 'verifyJournal',
    method: 'get',
    path: '/operator/journal/verification',
    summary:
      'Verifies a part of the journal along its hash chain; `cursor` of the answer goes into the next step.',
    query: verificationQuery,
    done: { status: 200, schema: journalStep },
    others: {},
  },
  {
    name: 'listRuns',
    method: 'get',
    path: '/operator/runs',
    summary: 'Lists the newest days with what came of them.',
    done: { status: 200, schema: v.object({ runs: v.array(reconciliation) }) },
    others: {},
  },
  {
    name: 'readRun',
    method: 'get',
    path: '/operator/runs/{day}',
    summary: 'Reads how far the reconciliation of a day is.',
    done: { status: 200, schema: reconciliation },
    others: { 404: 'The day is not followed.' },
  },
  {
    name: 'forceRun',
    method: 'post',
    path: '/operator/runs/{day}/force',
    summary: 'Forces a comparison that was stopped, for the two files for which it was stopped.',
    body: newAction,
    done: { status: 200, schema: known({ reconciliation }) },
    others: {
      202: 'It is made within a minute: read the day, or ask again.',
      404: 'The day is not followed, or was not stopped.',
      409: 'It is being worked on, its files have changed, or force does not remove why it was stopped.',
    },
  },
]

/** Every route of the checkout Worker for operators. */
export const operatorRoutes: readonly CheckoutRoute[] = routes.map((route) => ({
  ...route,
  tag: 'Operators',
}))
