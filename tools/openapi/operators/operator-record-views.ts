import type {
  OrderView,
  PlacedDifference,
  ServiceCallView,
  TimelineEntry,
  TransferView,
} from '@merchant-edge/orders/api'
import * as v from 'valibot'
import { picklistOfAll } from '../shop/picklist-of-all.ts'
import {
  attemptState,
  orderFields,
  refundFields,
  seconds,
  timelineEntry,
  transferFields,
} from '../shop/worker-views.ts'
import { schemaOf } from '../shop/schema-of.ts'

/** Schema of {@link ServiceCallView}. */
const serviceCall = schemaOf<ServiceCallView>()(
  v.object({
    number: v.number(),
    at: seconds,
    durationMs: v.number(),
    endpoint: picklistOfAll<ServiceCallView['endpoint']>()([
      'createWebPayment',
      'createTqrOrder',
      'createTransactionOrder',
      'queryOrder',
      'refundOrder',
      'createOnlineTransaction',
      'confirmOnlineTransaction',
      'confirmOrder',
      'transferMoney',
      'linkWallet',
      'checkWalletLink',
      'unlinkWallet',
    ]),
    reference: v.string(),
    outcome: picklistOfAll<ServiceCallView['outcome']>()([
      'accepted',
      'refused',
      'unlisted',
      'unknown',
      'not_sent',
    ]),
    known: v.picklist([
      'signed query',
      'answer of the service',
      'no answer of the service',
      'own record',
    ]),
    code: v.exactOptional(v.number()),
    said: v.exactOptional(v.string()),
    failure: v.exactOptional(
      v.picklist(['timeout', 'network', 'not_the_service', 'aborted', 'key']),
    ),
    httpStatus: v.exactOptional(v.number()),
    requestId: v.exactOptional(v.string()),
    requests: v.exactOptional(v.number()),
  }),
)

/** The calls to the service about a record. */
export const serviceCalls = v.pipe(
  v.array(serviceCall),
  v.description('The newest 50 calls to the service about it, oldest first.'),
)

const sharedColumns = v.object({
  invoiceCode: v.string(),
  walletCode: v.string(),
  amount: v.string(),
  currency: v.string(),
  fee: v.string(),
  tax: v.string(),
  discount: v.string(),
  merchantCode: v.string(),
  mid: v.string(),
  tid: v.string(),
  date: v.string(),
  time: v.string(),
})

const differingRow = v.object({
  line: v.number(),
  origin: v.picklist(['file', 'carried']),
  columns: sharedColumns,
  status: v.string(),
  description: v.string(),
  serviceCode: v.string(),
})

const differenceVerdict = v.object({
  verdict: v.picklist(['ours', 'service', 'explained']),
  reason: v.string(),
  staffId: v.string(),
  at: seconds,
})

/** A difference of the daily files, with its day and run. */
export const difference = schemaOf<PlacedDifference>()(
  v.object({
    day: v.string(),
    runId: v.string(),
    position: v.number(),
    status: v.picklist(['01', '02', '03']),
    differs: v.array(v.keyof(sharedColumns)),
    type: v.picklist(['1', '-1']),
    partner: v.exactOptional(differingRow),
    service: v.array(differingRow),
    ours: v.array(
      v.variant('kind', [
        v.object({
          kind: v.literal('payment'),
          id: v.string(),
          orderId: v.string(),
          state: attemptState,
        }),
        v.object({
          kind: v.literal('refund'),
          id: v.string(),
          orderId: v.string(),
          state: refundFields.state,
        }),
        v.object({ kind: v.literal('transfer'), id: v.string(), state: transferFields.state }),
      ]),
    ),
    verdict: v.exactOptional(differenceVerdict),
    earlierVerdict: v.exactOptional(differenceVerdict),
    cleared: v.exactOptional(
      v.object({ on: v.string(), status: v.picklist(['00', '01', '02', '03']) }),
    ),
  }),
)

/** Additional fields that an operator reads of an order or a transfer. */
const operatorFields = {
  serviceCalls,
  differences: v.pipe(
    v.array(difference),
    v.description('Differences of the daily files that name it, newest day first, at most 20.'),
  ),
}

interface OperatorFields {
  readonly serviceCalls: readonly ServiceCallView[]
  readonly differences: readonly PlacedDifference[]
}

/** An order as an operator reads it. */
export const orderOfOperator = schemaOf<OrderView & OperatorFields>()(
  v.object({
    ...orderFields,
    ...operatorFields,
  }),
)

/** A transfer as an operator reads it. */
export const transferOfOperator = schemaOf<
  TransferView & OperatorFields & { readonly timeline: readonly TimelineEntry[] }
>()(
  v.object({
    ...transferFields,
    timeline: v.pipe(
      v.array(timelineEntry),
      v.description('What happened to the transfer, oldest line first.'),
    ),
    ...operatorFields,
  }),
)
