import type {
  AttemptMethod,
  AttemptState,
  AttemptView,
  DisputedPaymentView,
  LinkState,
  LinkView,
  OrderState,
  ReconciliationView,
  RefundOrigin,
  RefundState,
  RefundView,
  TimelineEntry,
  TransferState,
} from '@merchant-edge/orders/api'
import type { OrderView, TransferView } from '@merchant-edge/orders/webhook'
import * as v from 'valibot'
import { picklistOfAll } from './picklist-of-all.ts'
import { schemaOf } from './schema-of.ts'

// Each schema has the type of the orders Worker's answer, and each picklist has all texts of its
// type, so that the compiler finds a schema that is outdated.

/** A moment, in seconds since 1970. */
export const seconds = v.pipe(v.number(), v.safeInteger())
const vnd = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Schema of {@link AttemptState}. */
export const attemptState = picklistOfAll<AttemptState>()([
  'creating',
  'created',
  'create_unknown',
  'refused',
  'expired',
  'paid',
  'paying',
  'awaiting_otp',
  'confirming',
  'payment_unknown',
  'held',
  'capturing',
  'releasing',
  'released',
])

/** A way to pay. */
export const attemptMethod = picklistOfAll<AttemptMethod>()([
  'web-payment',
  'transaction-qr',
  'app-to-app',
  'linked-wallet',
])

const attempt = schemaOf<AttemptView>()(
  v.object({
    reference: v.string(),
    method: attemptMethod,
    state: attemptState,
    serviceOrderId: v.exactOptional(v.string()),
    expiresAt: v.exactOptional(seconds),
    createdAt: seconds,
    points: v.exactOptional(v.number()),
    live: v.boolean(),
    mayHaveMoved: v.boolean(),
    otpTriesLeft: v.exactOptional(v.number()),
  }),
)

const refusal = v.object({ code: v.number(), reason: v.string(), remedy: v.string() })

/** Schema of the state of a disputed payment. */
export const disputedPaymentState = picklistOfAll<DisputedPaymentView['state']>()([
  'open',
  'accepted',
  'returned',
  'released',
])

const disputedPayment = schemaOf<DisputedPaymentView>()(
  v.object({
    transactionId: v.string(),
    reference: v.string(),
    state: disputedPaymentState,
    reason: v.string(),
    vnd,
    points: vnd,
    refunded: v.object({ vnd, points: vnd }),
    returned: v.object({ vnd, points: vnd }),
    createdAt: seconds,
  }),
)

/** Schemas of the fields of {@link RefundView}. */
export const refundFields = {
  id: v.string(),
  state: picklistOfAll<RefundState>()([
    'reserved',
    'refunded',
    'presumed_refunded',
    'part_settled',
    'refund_unknown',
    'refused',
  ]),
  origin: picklistOfAll<RefundOrigin>()(['shop', 'elsewhere']),
  vnd,
  points: vnd,
  returned: v.object({ vnd, points: vnd }),
  owed: v.object({ vnd, points: vnd }),
  transactionId: v.exactOptional(v.string()),
  reason: v.exactOptional(v.string()),
  refusal: v.exactOptional(refusal),
  createdAt: seconds,
  updatedAt: seconds,
}

/** Schema of {@link RefundView}. */
export const refund = schemaOf<RefundView>()(v.object(refundFields))

/** A line of the journal about an order or a transfer. */
export const timelineEntry = schemaOf<TimelineEntry>()(
  v.object({
    seq: v.number(),
    at: seconds,
    kind: v.string(),
    facts: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  }),
)

/** Fields of an order besides its attempts, refunds and timeline. */
export const orderSummaryFields = {
  id: v.string(),
  state: picklistOfAll<OrderState>()([
    'creating',
    'created',
    'expired',
    'paid_unverified',
    'paid',
    'disputed',
    'part_refunded',
    'refunded',
    'held',
    'cancelled',
  ]),
  version: v.number(),
  amountVnd: vnd,
  description: v.string(),
  createdAt: seconds,
  expiresAt: seconds,
  returnUrl: v.exactOptional(v.string()),
  linkedCustomerId: v.exactOptional(v.string()),
  storeCode: v.exactOptional(v.string()),
  posCode: v.exactOptional(v.string()),
  holdPayment: v.boolean(),
  extraData: v.exactOptional(
    v.object({ partnerCode: v.exactOptional(v.string()), orderInfo: v.string() }),
  ),
  payment: v.exactOptional(
    v.object({
      transactionId: v.string(),
      serviceOrderId: v.exactOptional(v.string()),
      vnd,
      points: vnd,
      confirmedAt: seconds,
    }),
  ),
  refunded: v.object({ vnd, points: vnd }),
  returned: v.object({ vnd, points: vnd }),
}

/** Schemas of the fields of an order with its records. */
export const orderFields = {
  ...orderSummaryFields,
  attempts: v.array(attempt),
  disputedPayments: v.array(disputedPayment),
  refunds: v.array(refund),
  timeline: v.array(timelineEntry),
}

/** An order with its attempts, refunds and timeline. */
export const order = schemaOf<OrderView>()(v.object(orderFields))

/** Fields of a link between a customer and a wallet. */
export const linkFields = {
  id: v.string(),
  customerId: v.string(),
  state: picklistOfAll<LinkState>()(['requested', 'linked', 'unlinking', 'unlinked', 'expired']),
  webUrl: v.exactOptional(v.string()),
  expiresAt: v.exactOptional(seconds),
  phone: v.exactOptional(v.string()),
  createdAt: seconds,
  updatedAt: seconds,
}

/** A link between a customer and a wallet. */
export const link = schemaOf<LinkView>()(v.object(linkFields))

/** Schemas of the fields of {@link TransferView}. */
export const transferFields = {
  id: v.string(),
  reference: v.string(),
  state: picklistOfAll<TransferState>()(['requested', 'succeeded', 'refused', 'unknown']),
  version: v.number(),
  amountVnd: vnd,
  receiverPhone: v.string(),
  description: v.string(),
  transactionId: v.exactOptional(v.string()),
  postBalanceVnd: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  refusal: v.exactOptional(v.object({ ...refusal.entries, idReusable: v.boolean() })),
  createdAt: seconds,
  updatedAt: seconds,
}

/** Schema of {@link TransferView}. */
export const transfer = schemaOf<TransferView>()(v.object(transferFields))

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const statusCounts = v.object({ '00': count, '01': count, '02': count, '03': count })

/** The state of the reconciliation of a day. */
export const reconciliation = schemaOf<ReconciliationView>()(
  v.object({
    day: v.string(),
    state: picklistOfAll<ReconciliationView['state']>()(['waiting', 'done', 'stopped']),
    partnerFile: v.exactOptional(
      v.object({ name: v.string(), rows: count, leftOut: count, sha256: v.string() }),
    ),
    run: v.exactOptional(
      v.object({
        id: v.string(),
        at: seconds,
        partnerSha256: v.string(),
        serviceSha256: v.string(),
        totals: v.exactOptional(
          v.object({
            counts: statusCounts,
            exceptions: v.object({ bad_checksum: count, malformed: count, duplicate: count }),
            carried: v.object({ closed: count, open: count, added: count }),
            settled: count,
            foreign: v.exactOptional(
              v.array(
                v.object({
                  name: v.string(),
                  transactions: count,
                  sums: v.array(
                    v.object({
                      currency: v.picklist(['VND', 'POINT']),
                      type: v.picklist(['payment', 'refund']),
                      rows: count,
                      amount: v.string(),
                    }),
                  ),
                }),
              ),
            ),
          }),
        ),
        bridgeCloses: v.exactOptional(v.boolean()),
        outputs: v.exactOptional(v.record(v.string(), v.object({ key: v.string(), bytes: count }))),
        error: v.exactOptional(v.object({ code: v.string(), message: v.string() })),
        forced: v.exactOptional(v.object({ at: seconds, code: v.string(), message: v.string() })),
      }),
    ),
    serviceResult: v.exactOptional(v.object({ counts: statusCounts, badRows: count })),
  }),
)
