import type { RefundOutcome } from '@merchant-edge/orders'
import type { Context } from 'hono'
import { errorAnswer } from './api-error.ts'
import { orderNotFound } from './order-not-found.ts'

type KnownRefund = Extract<RefundOutcome, { outcome: 'known' }>

function answerKnown(c: Context, outcome: KnownRefund): Response {
  const { refund } = outcome
  if (refund.state === 'refused') {
    const { reason, remedy } = refund.refusal ?? {
      reason: 'refused',
      remedy: 'Look at the timeline of the order.',
    }
    const message = 'The wallet service refused the refund.'
    return errorAnswer(c, { status: 422, ...outcome, error: { reason, message, remedy } })
  }
  const isSettled = refund.state === 'refunded' || refund.state === 'part_settled'
  return c.json(outcome, isSettled ? 200 : 202)
}

/**
 * The HTTP form of a refund's outcome: 200 settled, 202 under way or unknown (ask again with the same
 * id), 404 no such order, 409 the id belongs to another refund, 422 refused or more than is left.
 */
export function answerRefund(c: Context, outcome: RefundOutcome): Response {
  switch (outcome.outcome) {
    case 'known':
      return answerKnown(c, outcome)
    case 'conflict':
      return errorAnswer(c, {
        status: 409,
        ...outcome,
        error: {
          reason: 'refund_id_taken',
          message: 'The refund id belongs to another refund.',
          remedy: 'Use a new id for a new refund, and the same fields for a repeat.',
        },
      })
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
  return errorAnswer(c, { status: 404, error: orderNotFound })
}
