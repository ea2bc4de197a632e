import type { NewRefund, RefundOutcome } from '@merchant-edge/orders/api'
import { refundAmountDemand, refundRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, differing, errorAnswer, methodRefused } from '../api/api-error.ts'
import { isOrderId, orderNotFound } from '../api/order-id.ts'
import { readJson } from '../api/read-json.ts'
import { fieldProblem, numberSchema, patternSchema, plainTextSchema } from '../api/rule-schema.ts'
import type { CheckoutEnv } from '../checkout-env.ts'

/** The amount fields of a refund. */
export const refundFields = {
  id: patternSchema(refundRules.id),
  transactionId: v.exactOptional(patternSchema(refundRules.transactionId)),
  vnd: v.exactOptional(numberSchema(refundRules.vnd)),
  points: v.exactOptional(numberSchema(refundRules.points)),
}

/** Whether a refund returns money, points or both. */
export function hasAmount(refund: Pick<NewRefund, 'vnd' | 'points'>): boolean {
  return refund.vnd !== undefined || refund.points !== undefined
}

/** The body of `POST /orders/:id/refunds`. */
export const newRefund = v.pipe(
  v.strictObject(
    {
      ...refundFields,
      reason: v.exactOptional(plainTextSchema(refundRules.reason)),
      staffId: v.exactOptional(plainTextSchema(refundRules.staffId)),
      staffName: v.exactOptional(plainTextSchema(refundRules.staffName)),
    },
    fieldProblem,
  ),
  v.check((refund) => hasAmount(refund), refundAmountDemand),
) satisfies v.GenericSchema<unknown, NewRefund>

type KnownRefund = Extract<RefundOutcome, { outcome: 'known' }>

function answerKnown(c: Context, outcome: KnownRefund): Response {
  const { refund } = outcome
  if (refund.state === 'refused') {
    const { reason, remedy } = refund.refusal ?? {
      reason: 'refused',
      remedy: 'Look at the timeline of the order.',
    }
    const message = 'The refund was not made.'
    return errorAnswer(c, { status: 422, ...outcome, error: { reason, message, remedy } })
  }
  const isSettled = refund.state === 'refunded' || refund.state === 'part_settled'
  return c.json(outcome, isSettled ? 200 : 202)
}

/** Answers a refund request: 200 settled, 202 under way or unknown, 404, 409, 422. */
export function answerRefund(c: Context, outcome: RefundOutcome): Response {
  switch (outcome.outcome) {
    case 'known':
      return answerKnown(c, outcome)
    case 'conflict': {
      const { differs: fields, ...conflict } = outcome
      return errorAnswer(c, {
        status: 409,
        ...conflict,
        error: {
          reason: 'refund_id_taken',
          message: `The refund id belongs to another refund: ${differing(fields)}.`,
          remedy: 'Use a new id for a new refund, and the same values for a repeat.',
          fields,
        },
      })
    }
    case 'not_refundable':
      return errorAnswer(c, {
        status: 422,
        ...outcome,
        error: {
          reason: 'not_refundable',
          message: 'The order cannot be refunded by this much.',
          remedy: outcome.remedy,
        },
      })
    case 'not_found':
      break
  }
  return orderNotFound(c)
}

/**
 * Refunds for the shop's backend, below `/orders/{id}`. `POST refunds`: 200 settled, completely or
 * one half, 202 under way, unknown or presumed (retry with the same id), 404 no such order, 409 the
 * id belongs to another refund, 422 refused or more than is left.
 */
export function refundRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.post('/:id/refunds', async (c) => {
    const id = c.req.param('id')
    const refund = await readJson(c, newRefund)
    if (!isOrderId(id)) return orderNotFound(c)
    return answerRefund(c, await callOrders(() => c.env.ORDERS.refund(id, refund)))
  })
  routes.all('/:id/refunds', () => methodRefused('POST'))
  return routes
}
