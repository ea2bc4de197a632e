import type {
  DenialOutcome,
  OrderView,
  RefundVerdict,
  RefundVerdictOutcome,
  RefundView,
  TransferView,
  VerdictOutcome,
} from '@merchant-edge/orders/api'
import {
  refundRules,
  transactionIdRule,
  transferRules,
  walletCodeRule,
} from '@merchant-edge/orders/rules'
import { isDeniedByPerson } from '@merchant-edge/orders/states'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, errorAnswer, methodRefused } from '../../api/api-error.ts'
import { isOrderId } from '../../api/order-id.ts'
import { readJson } from '../../api/read-json.ts'
import { fieldProblem, patternSchema } from '../../api/rule-schema.ts'
import { orderNotFound, transferNotFound } from '../access/not-found.ts'
import type { OperatorHono } from '../access/require-operator.ts'
import { actionReason, asOperator, newAction } from '../access/staff-action.ts'

/** Transaction id of the service. */
const transactionId = v.pipe(
  patternSchema(transactionIdRule),
  v.description(
    'Transaction id of the service; needed when money has moved and the id is not known yet.',
  ),
)

function result<const Word extends string>(
  words: readonly [Word, Word],
  description: string,
): v.GenericSchema<Word> {
  return v.pipe(v.picklist(words, `must be ${words.join(' or ')}`), v.description(description))
}

/** The body of `POST /operator/orders/{id}/payments/{reference}/settle`. */
export const newPaymentVerdict = v.strictObject(
  {
    result: result(
      ['paid', 'not_paid'],
      '`paid`: the money was taken; `not_paid`: no money was taken and none is held.',
    ),
    transactionId: v.exactOptional(transactionId),
    reason: actionReason,
  },
  fieldProblem,
)

/** A refunded half: its full amount, or 0. */
const half = v.pipe(
  v.number('must be a whole number, 0 or more'),
  v.safeInteger('must be a whole number, 0 or more'),
  v.minValue(0, 'must be a whole number, 0 or more'),
)

/** The body of `POST /operator/orders/{id}/refunds/{refundId}/settle`. */
export const newRefundVerdict = v.strictObject(
  {
    result: result(
      ['refunded', 'not_refunded'],
      '`refunded`: the customer has got the money back; `not_refunded`: the customer has not.',
    ),
    vnd: v.exactOptional(half),
    points: v.exactOptional(half),
    walletCode: v.exactOptional(
      v.pipe(
        patternSchema(walletCodeRule),
        v.description(
          'With `refunded`: the wallet transaction code of the refund, as in the daily file of the service. Required to settle as returned a refund that a verdict has settled as not returned.',
        ),
      ),
    ),
    reason: actionReason,
  },
  fieldProblem,
)

/** The body of `POST /operator/transfers/{id}/settle`. */
export const newTransferVerdict = v.strictObject(
  {
    result: result(
      ['succeeded', 'refused'],
      '`succeeded`: the money was sent; `refused`: it was not.',
    ),
    transactionId: v.exactOptional(transactionId),
    reason: actionReason,
  },
  fieldProblem,
)

type AnyVerdict =
  | VerdictOutcome<{ readonly order: OrderView } | { readonly transfer: TransferView }>
  | DenialOutcome

function refundNotFound(c: Context): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'not_found',
      message: 'There is no order with this id, or no refund with this id in it.',
      remedy: 'Look both ids up with GET /operator/refunds.',
    },
  })
}

function paymentNotFound(c: Context, orderId: string): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'not_found',
      message:
        'There is no order with this id, or no payment with a linked wallet under this reference in it.',
      remedy: `Look the id up with GET /operator/orders, and the reference with GET /operator/orders/${orderId}.`,
    },
  })
}

const known = {
  message: 'The outcome is known already, or a call is still under way; nothing changed.',
  remedy: 'Look at its state and its timeline.',
} as const

function answerVerdict(
  c: Context,
  outcome: AnyVerdict,
  notFound: (c: Context) => Response,
): Response {
  switch (outcome.outcome) {
    case 'settled':
      return c.json(outcome, 200)
    case 'not_unknown':
      return errorAnswer(c, {
        status: 409,
        ...outcome,
        error: { reason: 'not_unknown', ...known },
      })
    case 'not_denied':
      return errorAnswer(c, {
        status: 409,
        ...outcome,
        error: {
          reason: 'not_denied',
          message: `The service does not deny the payment for good: ${outcome.why}. Nothing changed.`,
          remedy:
            'Try again once the service answers and the time of the order is over; until then the order may be paid.',
        },
      })
    case 'not_found':
      break
  }
  return notFound(c)
}

/** Why a verdict on a refund changed nothing, and what to do. */
function whyNotSettled(
  refund: RefundView,
  { result, walletCode }: Pick<RefundVerdict, 'result' | 'walletCode'>,
) {
  const isDenied = isDeniedByPerson(refund)
  if (result === 'refunded' && isDenied && walletCode === undefined) {
    return {
      message: 'A verdict has settled it as not returned; nothing changed.',
      remedy:
        'If it was returned after all, give `walletCode`, the wallet transaction code of the refund in the daily file of the service.',
    }
  }
  if (result === 'refunded' && refund.state === 'refused' && !isDenied) {
    return {
      message: 'The service has refused the refund, or lists it as failed; nothing changed.',
      remedy: 'Make a new refund under a new id if the amount is still to be returned.',
    }
  }
  if (result === 'not_refunded' && refund.state === 'refunded') {
    return {
      message: 'The refund counts as returned, and no verdict takes that back; nothing changed.',
      remedy:
        'If the customer has not got it, settle that with the service: a refund that is settled as not returned could be made twice.',
    }
  }
  return known
}

function answerRefundVerdict(
  c: Context,
  outcome: RefundVerdictOutcome,
  verdict: Pick<RefundVerdict, 'result' | 'walletCode'>,
): Response {
  if (outcome.outcome === 'exceeds') {
    const { vnd, points } = outcome.left
    return errorAnswer(c, {
      status: 409,
      ...outcome,
      error: {
        reason: 'exceeds',
        message: `The payment has only ${vnd} VND and ${points} points left to return: later refunds have used the rest. Nothing changed, and an alert was raised.`,
        remedy:
          'Look every refund of the order up at the service. Settle one that was not made as `not_refunded`, and correct this verdict again; if all were made, claim the excess back.',
      },
    })
  }
  if (outcome.outcome !== 'not_unknown') return answerVerdict(c, outcome, refundNotFound)
  const error = { reason: 'not_unknown', ...whyNotSettled(outcome.refund, verdict) }
  return errorAnswer(c, { status: 409, ...outcome, error })
}

/**
 * Verdicts of operators on unknown outcomes: 200 settled, 404 not found, 409 the outcome is not
 * unknown, the service does not deny a payment that the operator denies, or a corrected refund
 * exceeds what its payment has left.
 */
export function verdictRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.post('/orders/:id/payments/:reference/settle', async (c) => {
    const { id, reference } = c.req.param()
    const verdict = asOperator(c, await readJson(c, newPaymentVerdict))
    if (!isOrderId(id)) return orderNotFound(c)
    return answerVerdict(
      c,
      await callOrders(() =>
        c.env.OPERATOR_MONEY.settleLinkedPayment(id, { ...verdict, reference }),
      ),
      () => paymentNotFound(c, id),
    )
  })
  routes.all('/orders/:id/payments/:reference/settle', () => methodRefused('POST'))
  routes.post('/orders/:id/unconfirmed-payment/deny', async (c) => {
    const id = c.req.param('id')
    const verdict = asOperator(c, await readJson(c, newAction))
    if (!isOrderId(id)) return orderNotFound(c)
    const outcome = await callOrders(() => c.env.OPERATOR_MONEY.denyPayment(id, verdict))
    return answerVerdict(c, outcome, orderNotFound)
  })
  routes.all('/orders/:id/unconfirmed-payment/deny', () => methodRefused('POST'))
  routes.post('/orders/:id/refunds/:refundId/settle', async (c) => {
    const { id, refundId } = c.req.param()
    const verdict = asOperator(c, await readJson(c, newRefundVerdict))
    if (!isOrderId(id)) return orderNotFound(c)
    const outcome = refundRules.id.pattern.test(refundId)
      ? await callOrders(() => c.env.OPERATOR_MONEY.settleRefund(id, refundId, verdict))
      : ({ outcome: 'not_found' } as const)
    return answerRefundVerdict(c, outcome, verdict)
  })
  routes.all('/orders/:id/refunds/:refundId/settle', () => methodRefused('POST'))
  routes.post('/transfers/:id/settle', async (c) => {
    const verdict = asOperator(c, await readJson(c, newTransferVerdict))
    const id = c.req.param('id')
    const outcome = transferRules.id.pattern.test(id)
      ? await callOrders(() => c.env.OPERATOR_MONEY.settleTransfer(id, verdict))
      : ({ outcome: 'not_found' } as const)
    return answerVerdict(c, outcome, transferNotFound)
  })
  routes.all('/transfers/:id/settle', () => methodRefused('POST'))
  return routes
}
