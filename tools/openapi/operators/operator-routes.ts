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
import type { CheckoutRoute, OperatorRoute } from '../shop/checkout-route.ts'
import { operatorDifferenceRoutes } from './operator-difference-routes.ts'
import { operatorDisputeRoutes } from './operator-dispute-routes.ts'
import { operatorEventRoutes } from './operator-event-routes.ts'
import { operatorMoneyRoutes } from './operator-money-routes.ts'
import {
  alertAnswers,
  operatorRefundAnswers,
  paymentVerdictAnswers,
  refundVerdictAnswers,
  replayAnswers,
  transferVerdictAnswers,
} from './operator-outcomes.ts'
import { operatorPersonRoutes } from './operator-person-routes.ts'
import { operatorRunRoutes } from './operator-run-routes.ts'
import { operatorSignInRoutes } from './operator-sign-in-routes.ts'
import {
  alert,
  cursor,
  journalStep,
  listedRefund,
  operator,
  orderSummary,
  storedCallback,
} from './operator-views.ts'
import { orderOfOperator, transferOfOperator } from './operator-record-views.ts'
import { transfer } from '../shop/worker-views.ts'

const settled = {
  404: 'There is no such order, refund, payment or transfer.',
  409: 'The outcome is known already, or a call is still under way; nothing changed.',
}

const settledRefund = {
  ...settled,
  409: 'The outcome is known already (`not_unknown`), a call is still under way, or a corrected refund exceeds what its payment has left to return (`exceeds`, with `left` in `vnd` and `points`); nothing changed.',
}

const routes: readonly OperatorRoute[] = [
  {
    name: 'whoAmI',
    method: 'get',
    path: '/operator/me',
    summary:
      'Reads the name and the role of the operator whose token is sent. A token of a person in OPERATORS has the role `view`.',
    done: { status: 200, schema: operator },
    others: {},
  },
  ...operatorSignInRoutes,
  {
    name: 'listAlerts',
    method: 'get',
    path: '/operator/alerts',
    summary: 'Lists alerts with the meaning and the remedy of each, newest first, in pages.',
    query: alertQuery,
    done: { status: 200, schema: v.object({ alerts: v.array(alert), cursor }) },
    others: {},
  },
  {
    name: 'readAlert',
    method: 'get',
    path: '/operator/alerts/{id}',
    summary: 'Reads an alert with its meaning and remedy, and with what it names.',
    done: { status: 200, schema: alert },
    others: { 404: 'There is no alert with this id.' },
  },
  ...(['acknowledge', 'close'] as const).map((step): OperatorRoute => ({
    name: `${step}Alert`,
    method: 'post',
    path: `/operator/alerts/{id}/${step}`,
    summary:
      step === 'close'
        ? 'Closes an alert. If its cause occurs again, it is reopened.'
        : 'Acknowledges an alert: records that somebody is working on it.',
    body: newAction,
    outcomes: alertAnswers,
    done: { status: 200 },
    others: {
      404: 'There is no alert with this id.',
      409: 'The alert was in this state or a later one already, or was raised again in the meantime.',
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
      'Exports the same orders as a CSV file for a spreadsheet. A text that would run as a formula gets a leading apostrophe.',
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
      'Refunds money, points or both; to refund a disputed payment, give its transaction. A refund with the same id is made only once.',
    body: newOperatorRefund,
    outcomes: operatorRefundAnswers,
    done: { status: 200 },
    others: {
      202: 'Under way or unknown: send the request again with the same id.',
      404: 'There is no such order.',
      409: 'The id belongs to another refund or proposal. `approval_needed`: the refund is above the limit of one operator, and waits for the approval of a second person at the desk.',
      422: 'The service refused, or the refund is larger than what is left of the payment.',
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
      'Settles a refund whose outcome is unknown, or one half of it, by the verdict of an operator. `refunded` with a `walletCode` also corrects a verdict that has recorded it as not returned, if its payment has as much left to return.',
    body: newRefundVerdict,
    outcomes: refundVerdictAnswers,
    done: { status: 200 },
    others: settledRefund,
  },
  {
    name: 'settlePayment',
    method: 'post',
    path: '/operator/orders/{id}/payments/{reference}/settle',
    summary:
      'Settles a payment with a linked wallet whose outcome is unknown, by the verdict of an operator.',
    body: newPaymentVerdict,
    outcomes: paymentVerdictAnswers,
    done: { status: 200 },
    others: settled,
  },
  ...operatorDisputeRoutes,
  ...operatorMoneyRoutes,
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
    summary:
      'Reads a transfer with its timeline, calls to the service and differences of the daily files.',
    done: { status: 200, schema: transferOfOperator },
    others: { 404: 'There is no transfer with this id.' },
  },
  {
    name: 'settleTransfer',
    method: 'post',
    path: '/operator/transfers/{id}/settle',
    summary:
      'Settles a transfer whose outcome is unknown, by the verdict of an operator. `succeeded` also corrects a verdict that has recorded the transfer as not made.',
    body: newTransferVerdict,
    outcomes: transferVerdictAnswers,
    done: { status: 200 },
    others: settled,
  },
  {
    name: 'listCallbacks',
    method: 'get',
    path: '/operator/callbacks',
    summary:
      'Lists stored callbacks: those without an order, dead ones (given up), or those of an order.',
    query: callbackQuery,
    done: { status: 200, schema: v.object({ callbacks: v.array(storedCallback), cursor }) },
    others: {},
  },
  {
    name: 'replayCallback',
    method: 'post',
    path: '/operator/callbacks/{seq}/replay',
    summary:
      'Processes a stored callback again: steps that an outage left undone are done, and no step takes effect twice.',
    body: newAction,
    outcomes: replayAnswers,
    done: { status: 200 },
    others: { 404: 'The journal has no callback with this sequence number.' },
  },
  ...operatorEventRoutes,
  {
    name: 'verifyJournal',
    method: 'get',
    path: '/operator/journal/verification',
    summary:
      'Verifies the hash chain of a part of the journal. Send the `cursor` of the answer to verify the next part.',
    query: verificationQuery,
    done: { status: 200, schema: journalStep },
    others: {},
  },
  ...operatorRunRoutes,
  ...operatorDifferenceRoutes,
]

/** Every route of the checkout Worker for operators. */
export const operatorRoutes: readonly CheckoutRoute[] = routes.map((route) => ({
  ...route,
  tag: 'Operators',
}))
