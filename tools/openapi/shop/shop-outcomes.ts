import type {
  ForceOutcome,
  LoyaltyIdConflict,
  LoyaltyOutcome,
  RefundOutcome,
  TransferOutcome,
} from '@merchant-edge/orders/api'
import * as v from 'valibot'
import { outcomesOf, unsent } from './outcomes.ts'
import { picklistOfAll } from './picklist-of-all.ts'
import { code, reason, remedy, describedText } from './refusal-fields.ts'
import { order, reconciliation, refund, seconds, transfer } from './worker-views.ts'

/** The outcomes of a refund of the shop. */
export const refundOutcomes = {
  known: [
    {
      on: 200,
      means: 'the refund is recorded, and its state is the result',
      fields: { refund, order },
    },
    {
      on: 202,
      means: 'the refund is recorded, and its state says that it is under way, unknown or presumed',
      fields: { refund, order },
    },
    {
      on: 422,
      means: 'the refund is recorded as refused, and `refund.refusal` says why',
      fields: { refund, order },
    },
  ],
  conflict: {
    on: 409,
    means: 'the id belongs to another refund, and nothing was sent',
    fields: { refund, differs: unsent },
  },
  not_refundable: {
    on: 422,
    means: 'more than what is left of the payment, or the order is not paid; nothing was sent',
    fields: { remedy, order },
  },
  not_found: 404,
} as const

/** How `POST /orders/{id}/refunds` answers. */
export const refundAnswers = outcomesOf<RefundOutcome>()(refundOutcomes)

const limitVnd = v.pipe(v.number(), v.description('The limit in whole VND.'))
const limit = v.pipe(
  v.variant('of', [
    v.object({
      of: v.pipe(v.literal('transfer'), v.description('`transfer`: the limit of one transfer.')),
      vnd: limitVnd,
    }),
    v.object({
      of: v.pipe(v.literal('day'), v.description('`day`: the limit of all transfers of a day.')),
      vnd: limitVnd,
      day: describedText('The day of Vietnam, `YYYY-MM-DD`.'),
    }),
  ]),
  v.description('The limit that the transfer would exceed.'),
)

/** How `POST /transfers` answers. */
export const transferAnswers = outcomesOf<TransferOutcome>()({
  known: [
    {
      on: 200,
      means: 'the transfer is recorded, and its state is the result',
      fields: { transfer },
    },
    {
      on: 202,
      means: 'the transfer is recorded, and its state says that it is under way or unknown',
      fields: { transfer },
    },
    {
      on: 422,
      means: 'the transfer is recorded as not made, and `transfer.refusal` says why',
      fields: { transfer },
    },
  ],
  conflict: {
    on: 409,
    means: 'the id belongs to another transfer, and nothing was sent',
    fields: { transfer, differs: unsent },
  },
  over_limit: {
    on: 422,
    means: 'the transfer would exceed a limit; nothing was stored, and the id can be used again',
    fields: { limit },
  },
})

const because = v.pipe(
  picklistOfAll<LoyaltyIdConflict>()(['other_content', 'used_elsewhere']),
  v.description(
    'Why the id cannot be used. `other_content`: the shop has used it for another request; `used_elsewhere`: the service knows it from a request that was not made here.',
  ),
)

/** How `POST /loyalty/{call}` answers. */
export const loyaltyAnswers = outcomesOf<LoyaltyOutcome>()({
  accepted: { on: 200, means: 'the service accepted the call', fields: { data: v.unknown() } },
  refused: {
    on: 422,
    means: 'the service refused the call',
    fields: {
      code,
      reason,
      cause: describedText('Cause of the refusal, as in `error.message`.'),
      remedy,
      applied: v.pipe(
        v.picklist(['no', 'maybe']),
        v.description(
          '`no`: nothing has taken effect; `maybe`: this request, or an earlier one with the same ids, may have taken effect.',
        ),
      ),
    },
  },
  unknown: {
    on: 202,
    means: 'the call may have taken effect; make it again with the same ids',
    fields: { remedy: describedText('What to do next.') },
  },
  conflict: {
    on: 409,
    means: 'the id was used for another request, and nothing was done',
    fields: { because, field: describedText('Name of the field with the id, such as `txn_id`.') },
  },
  invalid: {
    on: 400,
    means: 'a field breaks a rule of the call, and nothing was sent',
    fields: { message: describedText('What is wrong, as in `error.message`.') },
  },
  not_found: {
    on: 404,
    means: 'there is no such call',
    fields: {
      calls: v.pipe(v.array(v.string()), v.description('Names of the calls that there are.')),
    },
  },
})

/** How a request to force a stopped comparison is answered, of the shop and of an operator. */
export const forceAnswers = outcomesOf<ForceOutcome>()({
  done: { on: 200, means: 'the forced run is finished', fields: { reconciliation } },
  started: { on: 202, means: 'the forced run starts within a minute', fields: { reconciliation } },
  running: {
    on: 409,
    means: 'the day is being compared; send the request again after `Retry-After` seconds',
    fields: {},
  },
  not_stopped: { on: 404, means: 'the comparison was not stopped', fields: { reconciliation } },
  not_forceable: {
    on: 409,
    means: 'the comparison was stopped for a reason that force does not override',
    fields: { reconciliation },
  },
  files_changed: {
    on: 409,
    means: 'the files have changed, and are compared again within a minute',
    fields: { reconciliation },
  },
  not_found: 404,
})

/** The field of an answer that says when the partner file of a day can be read. */
export const partnerFileTooEarly = v.object({
  readyAt: v.pipe(seconds, v.description('When the file is ready, in seconds since 1970.')),
})
