import type {
  AlertOutcome,
  DenialOutcome,
  DifferenceVerdictOutcome,
  EndpointOutcome,
  ErasureOutcome,
  OperatorRefundOutcome,
  OrderView,
  ProposalRefusalOutcome,
  RefundVerdictOutcome,
  ReplayOutcome,
  ResendOutcome,
  TransferView,
  VerdictOutcome,
} from '@merchant-edge/orders/api'
import * as v from 'valibot'
import { proposal } from './operator-money-views.ts'
import { difference } from './operator-record-views.ts'
import { alert, endpoint, event } from './operator-views.ts'
import { outcomesOf, unsent } from '../shop/outcomes.ts'
import { describedText } from '../shop/refusal-fields.ts'
import { refundOutcomes } from '../shop/shop-outcomes.ts'
import { order, refund, transfer } from '../shop/worker-views.ts'

/** How `POST /operator/orders/{id}/refunds` answers. */
export const operatorRefundAnswers = outcomesOf<OperatorRefundOutcome>()({
  ...refundOutcomes,
  // An operator of certain stores is shown no refund and no proposal of another order.
  conflict: {
    ...refundOutcomes.conflict,
    fields: { refund: v.exactOptional(refund), differs: unsent },
  },
  approval_needed: {
    on: 409,
    means:
      'the refund is above the limit of one operator; nothing was sent, and a second person decides at the desk',
    fields: { proposal },
  },
  proposal_conflict: {
    on: 409,
    means: 'the id belongs to another proposal, and nothing was sent',
    fields: { proposal: v.exactOptional(proposal) },
  },
})

const settled = 'the verdict is recorded'
const notUnknown = 'the outcome is known already, or a call is under way; nothing changed'

/** How a verdict on a payment with a linked wallet is answered. */
export const paymentVerdictAnswers = outcomesOf<VerdictOutcome<{ readonly order: OrderView }>>()({
  settled: { on: 200, means: settled, fields: { order } },
  not_unknown: { on: 409, means: notUnknown, fields: { order } },
  not_found: 404,
})

/** How a verdict on a transfer is answered. */
export const transferVerdictAnswers = outcomesOf<
  VerdictOutcome<{ readonly transfer: TransferView }>
>()({
  settled: { on: 200, means: settled, fields: { transfer } },
  not_unknown: { on: 409, means: notUnknown, fields: { transfer } },
  not_found: 404,
})

/** How a verdict on a refund is answered. */
export const refundVerdictAnswers = outcomesOf<RefundVerdictOutcome>()({
  settled: { on: 200, means: settled, fields: { refund, order } },
  not_unknown: { on: 409, means: notUnknown, fields: { refund, order } },
  exceeds: {
    on: 409,
    means:
      'a corrected refund exceeds what its payment has left to return; nothing changed, and an alert was raised',
    fields: {
      left: v.pipe(
        v.object({
          vnd: v.pipe(v.number(), v.description('Money in whole VND.')),
          points: v.pipe(v.number(), v.description('Points, a whole number.')),
        }),
        v.description('What the payment has left to return.'),
      ),
      refund,
      order,
    },
  },
  not_found: 404,
})

/** How the denial of a payment is answered. */
export const denialAnswers = outcomesOf<DenialOutcome>()({
  settled: { on: 200, means: settled, fields: { order } },
  not_unknown: {
    on: 409,
    means: 'the order is in a state that needs no such decision',
    fields: { order },
  },
  not_denied: {
    on: 409,
    means: 'the service does not deny the payment, or the order can still be paid',
    fields: {
      why: describedText('What the service answered, or why the order can be paid.'),
      order,
    },
  },
  not_found: 404,
})

/** How a verdict on a disputed payment is answered. */
export const disputeAnswers = outcomesOf<VerdictOutcome<{ readonly order: OrderView }>>()({
  settled: { on: 200, means: settled, fields: { order } },
  not_unknown: {
    on: 409,
    means: 'the payment allows no such verdict, and nothing changed',
    fields: { order },
  },
  not_found: 404,
})

/** How the refusal of a proposal is answered. */
export const proposalRefusalAnswers = outcomesOf<ProposalRefusalOutcome>()({
  refused: {
    on: 200,
    means: 'the proposal is refused, and nothing is returned',
    fields: { proposal },
  },
  not_open: {
    on: 409,
    means: 'somebody has decided before, or the proposal has expired; nothing changed',
    fields: { proposal },
  },
  not_found: 404,
})

/** How an alert is acknowledged or closed. */
export const alertAnswers = outcomesOf<AlertOutcome>()({
  changed: { on: 200, means: 'the state of the alert has changed', fields: { alert } },
  unchanged: {
    on: 409,
    means: 'the alert was in this state or a later one, or was raised again in the meantime',
    fields: { alert },
  },
  not_found: 404,
})

/** How `POST /operator/persons/erase` answers. */
export const erasureAnswers = outcomesOf<ErasureOutcome>()({
  erased: {
    on: 200,
    means: 'the personal data are gone; the records stay',
    fields: {
      links: v.pipe(v.number(), v.description('Number of links whose personal data were erased.')),
      orders: v.pipe(
        v.number(),
        v.description('Number of orders whose personal data were erased.'),
      ),
      transfers: v.pipe(
        v.number(),
        v.description('Number of transfers whose personal data were erased.'),
      ),
    },
  },
  linked: 409,
  open: {
    on: 409,
    means: 'orders or transfers are open, and nothing was erased',
    fields: {
      orders: v.pipe(v.array(v.string()), v.description('Ids of the open orders, at most 20.')),
      transfers: v.pipe(
        v.array(v.string()),
        v.description('Ids of the open transfers, at most 20.'),
      ),
    },
  },
})

/** How `POST /operator/callbacks/{seq}/replay` answers. */
export const replayAnswers = outcomesOf<ReplayOutcome>()({
  replayed: {
    on: 200,
    means: 'the callback was processed again',
    fields: {
      confirmation: v.exactOptional(v.picklist(['settled', 'retry', 'orphan', 'dead_letter'])),
      orderId: v.exactOptional(v.string()),
    },
  },
  not_found: 404,
})

/** How `POST /operator/events/{key}/resend` answers. */
export const resendAnswers = outcomesOf<ResendOutcome>()({
  resent: { on: 200, means: 'the event is due now', fields: { event } },
  unchanged: {
    on: 409,
    means: 'the event is due already, or no endpoint has subscribed to it; nothing changed',
    fields: { event },
  },
  not_found: 404,
})

/** How an endpoint is paused or resumed. */
export const endpointAnswers = {
  pause: outcomesOf<EndpointOutcome>()({
    changed: { on: 200, means: 'the endpoint was paused', fields: { endpoint } },
    unchanged: { on: 200, means: 'it was paused already', fields: { endpoint } },
    not_found: 404,
  }),
  resume: outcomesOf<EndpointOutcome>()({
    changed: { on: 200, means: 'the endpoint was resumed', fields: { endpoint } },
    unchanged: { on: 200, means: 'it was not paused', fields: { endpoint } },
    not_found: 404,
  }),
}

/** How a verdict on a difference is answered. */
export const differenceVerdictAnswers = outcomesOf<DifferenceVerdictOutcome>()({
  decided: { on: 200, means: settled, fields: { difference } },
  decided_before: {
    on: 409,
    means: 'the difference has another verdict already, and nothing was recorded',
    fields: { difference },
  },
  cleared: {
    on: 409,
    means: 'the files of a later day have cleared the difference, and nothing was recorded',
    fields: { difference },
  },
  not_standing: {
    on: 404,
    means:
      'the current run of the day has no difference at this position, and nothing was recorded',
    fields: {},
  },
})
