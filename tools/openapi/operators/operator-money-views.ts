import type {
  LinkView,
  RefundProposal,
  ServiceCallView,
  Takings,
  UndecidedQueue,
} from '@merchant-edge/orders/api'
import * as v from 'valibot'
import { serviceCalls } from './operator-record-views.ts'
import { picklistOfAll } from '../shop/picklist-of-all.ts'
import { schemaOf } from '../shop/schema-of.ts'
import {
  attemptMethod,
  attemptState,
  disputedPaymentState,
  linkFields,
  orderFields,
  refundFields,
  seconds,
  transferFields,
} from '../shop/worker-views.ts'

/** A refund above the limit of one operator. */
export const proposal = schemaOf<RefundProposal>()(
  v.object({
    id: v.string(),
    orderId: v.string(),
    transactionId: v.exactOptional(v.string()),
    state: picklistOfAll<RefundProposal['state']>()(['proposed', 'approved', 'refused', 'expired']),
    vnd: v.number(),
    points: v.number(),
    reason: v.string(),
    proposedBy: v.string(),
    createdAt: seconds,
    expiresAt: seconds,
    decision: v.exactOptional(
      v.pipe(
        v.object({ staffId: v.string(), reason: v.string(), at: seconds }),
        v.title('ProposalDecision'),
      ),
    ),
  }),
)

const takingsSums = {
  payments: v.number(),
  paidVnd: v.number(),
  paidPoints: v.number(),
  refunds: v.number(),
  returnedVnd: v.number(),
  returnedPoints: v.number(),
}

/** Takings by time, store and way to pay. */
export const takings = schemaOf<Takings>()(
  v.object({
    from: v.string(),
    to: v.string(),
    total: v.object(takingsSums),
    times: v.array(v.object({ at: seconds, ...takingsSums })),
    stores: v.array(v.object({ storeCode: v.exactOptional(v.string()), ...takingsSums })),
    methods: v.array(v.object({ method: v.exactOptional(attemptMethod), ...takingsSums })),
    countedSince: v.exactOptional(seconds),
  }),
)

const openOutcome = { vnd: v.number(), points: v.number(), at: seconds, id: v.string() }
const ofOrder = { ...openOutcome, orderId: v.string() }

/** What waits for the word of an operator. */
export const undecided = schemaOf<UndecidedQueue>()(
  v.object({
    items: v.array(
      v.variant('kind', [
        v.object({ kind: v.literal('payment'), ...ofOrder, state: attemptState }),
        v.object({
          kind: v.literal('dispute'),
          ...ofOrder,
          state: disputedPaymentState,
        }),
        v.object({ kind: v.literal('unconfirmed'), ...ofOrder, state: orderFields.state }),
        v.object({ kind: v.literal('refund'), ...ofOrder, state: refundFields.state }),
        v.object({ kind: v.literal('transfer'), ...openOutcome, state: transferFields.state }),
      ]),
    ),
    isMore: v.boolean(),
  }),
)

/** A linked wallet as an operator reads it. */
export const linkOfOperator = schemaOf<
  LinkView & { readonly serviceCalls: readonly ServiceCallView[] }
>()(v.object({ ...linkFields, serviceCalls }))
