import type {
  Alert,
  EndpointView,
  EventDetails,
  EventView,
  JournalStep,
  ListedRefund,
  OrderSummary,
  PersonExport,
  StoredCallback,
} from '@merchant-edge/orders/api'
import * as v from 'valibot'
import { picklistOfAll } from '../shop/picklist-of-all.ts'
import { link, orderSummaryFields, refundFields } from '../shop/worker-views.ts'
import { schemaOf } from '../shop/schema-of.ts'

// Each schema has the type of the orders Worker's answer, so that the compiler finds a schema that
// is outdated.

const seconds = v.pipe(v.number(), v.safeInteger())
const facts = v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()])))

/** The operator whose token a request has. */
export const operator = v.object({
  /** Name of the operator, recorded in the journal with every action. */
  name: v.string(),
  /** `view` may read; `money` may read and act. */
  role: v.picklist(['view', 'money']),
  /** Codes of the stores that the operator sees; every store when missing. */
  stores: v.exactOptional(v.array(v.string())),
  /** When the token expires, in seconds since 1970; missing for a token that does not. */
  expiresAt: v.exactOptional(seconds),
})

/** The cursor of the next page. */
export const cursor = v.exactOptional(v.string())

const who = v.pipe(v.object({ staffId: v.string(), at: seconds }), v.title('AlertAction'))

/** Schema of {@link Alert}. */
export const alert = v.object({
  id: v.number(),
  kind: v.string(),
  subject: v.string(),
  state: picklistOfAll<Alert['state']>()(['open', 'acknowledged', 'closed']),
  at: seconds,
  lastRaisedAt: seconds,
  timesRaised: v.number(),
  facts,
  meaning: v.string(),
  remedy: v.string(),
  closesOnce: v.exactOptional(v.object({ cause: v.string(), text: v.string() })),
  acknowledged: v.exactOptional(who),
  closed: v.exactOptional(
    v.pipe(
      v.object({ staffId: v.exactOptional(v.string()), at: seconds }),
      v.title('AlertClosing'),
    ),
  ),
}) satisfies v.GenericSchema<Omit<Alert, 'kind' | 'closesOnce'>>

/** An order in a list. */
export const orderSummary = schemaOf<OrderSummary>()(v.object(orderSummaryFields))

const refundToPerson = v.object({
  id: v.string(),
  orderId: v.string(),
  state: v.string(),
  vnd: v.number(),
  points: v.number(),
  reason: v.exactOptional(v.string()),
  createdAt: seconds,
})

/** The stored personal data of a customer. */
export const personExport = schemaOf<PersonExport>()(
  v.object({
    links: v.array(link),
    orders: v.array(orderSummary),
    refunds: v.array(refundToPerson),
    proposals: v.array(refundToPerson),
    transfers: v.array(
      v.object({
        id: v.string(),
        amountVnd: v.number(),
        receiverPhone: v.string(),
        description: v.string(),
        state: v.string(),
        createdAt: seconds,
      }),
    ),
    isCutOff: v.boolean(),
  }),
)

/** Schema of {@link ListedRefund}. */
export const listedRefund = schemaOf<ListedRefund>()(
  v.object({
    ...refundFields,
    orderId: v.string(),
  }),
)

/** Schema of {@link StoredCallback}. */
export const storedCallback = schemaOf<StoredCallback>()(
  v.object({
    seq: v.number(),
    state: picklistOfAll<StoredCallback['state']>()(['orphan', 'waiting', 'dead', 'done']),
    orderId: v.exactOptional(v.string()),
    at: seconds,
    tries: v.number(),
    nextAt: v.exactOptional(seconds),
    signed: v.object({ order_id: v.string(), transaction_id: v.string(), pay_status: v.string() }),
    reference: v.exactOptional(v.string()),
  }),
)

/** The result of verifying one part of the journal. */
export const journalStep = schemaOf<JournalStep>()(
  v.object({
    verified: v.number(),
    unsealed: v.number(),
    head: v.string(),
    seq: v.number(),
    lastSeq: v.number(),
    cursor,
    broken: v.exactOptional(
      v.object({
        seq: v.number(),
        reason: v.picklist(['row_changed', 'row_removed', 'row_slipped_in']),
      }),
    ),
  }),
)

const eventFields = {
  key: v.string(),
  webhookId: v.string(),
  type: v.string(),
  state: picklistOfAll<EventView['state']>()(['waiting', 'delivered', 'dead', 'unwanted']),
  endpoint: v.exactOptional(v.string()),
  orderId: v.exactOptional(v.string()),
  transferId: v.exactOptional(v.string()),
  alertId: v.exactOptional(v.number()),
  at: seconds,
  nextAt: v.exactOptional(seconds),
  failures: v.number(),
}

/** An event for one endpoint. */
export const event = schemaOf<EventView>()(v.object(eventFields))

/** An event with its body and its deliveries. */
export const eventDetails = schemaOf<EventDetails>()(
  v.object({
    ...eventFields,
    body: v.exactOptional(v.string()),
    deliveries: v.array(
      v.object({
        at: seconds,
        durationMs: v.number(),
        status: v.exactOptional(v.number()),
        failure: v.exactOptional(
          v.picklist(['timeout', 'connection', 'status', 'no_body', 'not_signed']),
        ),
      }),
    ),
  }),
)

/** An endpoint with the number of its waiting events. */
export const endpoint = schemaOf<EndpointView>()(
  v.object({
    id: v.string(),
    configured: v.boolean(),
    url: v.exactOptional(v.string()),
    events: v.array(v.string()),
    waiting: v.number(),
    dead: v.number(),
    paused: v.exactOptional(
      v.pipe(
        v.object({ at: seconds, reason: v.string(), staffId: v.exactOptional(v.string()) }),
        v.title('EndpointPause'),
      ),
    ),
  }),
)
