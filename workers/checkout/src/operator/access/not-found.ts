import type { Context } from 'hono'
import { type ApiError, errorAnswer } from '../../api/api-error.ts'
import { orderNotFound as answerOrderNotFound } from '../../api/order-id.ts'

/** Answers an operator that no order has the requested id: 404. */
export function orderNotFound(c: Context): Response {
  return answerOrderNotFound(c, 'Look its id up with GET /operator/orders.')
}

/** Answers an operator that no transfer has the requested id: 404. */
export function transferNotFound(c: Context): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'transfer_not_found',
      message: 'There is no transfer with this id.',
      remedy: 'Look its id up with GET /operator/transfers.',
    },
  })
}

/** Answers an operator that no linked wallet has the requested id: 404. */
export function linkNotFound(c: Context): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'link_not_found',
      message: 'There is no linked wallet with this id, or its customer was erased.',
      remedy: 'Look its id up with GET /operator/links.',
    },
  })
}

/** Answers an operator that no proposal has the requested id: 404. */
export function proposalNotFound(c: Context): Response {
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'proposal_not_found',
      message: 'No refund with this id was proposed.',
      remedy: 'Look its id up with GET /operator/proposals.',
    },
  })
}

/** Error for an operator who names a day that is not tracked. */
export const runNotFound: ApiError = {
  reason: 'reconciliation_not_found',
  message: 'This day is not followed.',
  remedy: 'Look up the days that are followed with GET /operator/runs.',
}
