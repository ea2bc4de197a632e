import type { OperatorRefundOutcome } from '@merchant-edge/orders/api'
import type { Context } from 'hono'
import { errorAnswer } from '../../api/api-error.ts'
import { answerRefund } from '../../refunds/refund-routes.ts'
import { orderNotFound } from '../access/not-found.ts'
import type { OperatorHono } from '../access/require-operator.ts'

const proposalWords = {
  proposed: 'It is kept as a proposal, and nothing was returned.',
  approved: 'It was proposed, and a second person has approved it.',
  refused: 'It was proposed, and refused; nothing was returned.',
  expired: 'It was proposed, and nobody approved it within a day; nothing was returned.',
} as const

/** Whether the requested id belongs to a refund or proposal of another order. */
function isOfOtherOrder(outcome: OperatorRefundOutcome, orderId: string): boolean {
  if (outcome.outcome === 'conflict') return outcome.differs.includes('orderId')
  return outcome.outcome === 'proposal_conflict' && outcome.proposal.orderId !== orderId
}

/**
 * Answers a refund request of an operator: {@link answerRefund}, and 409 when a second person has
 * to approve. An operator limited to some stores is shown no refund or proposal of another order,
 * because it may be of a store that they may not see.
 */
export function answerOperatorRefund(
  c: Context<OperatorHono>,
  orderId: string,
  outcome: OperatorRefundOutcome,
): Response {
  if (c.var.operator.stores !== undefined && isOfOtherOrder(outcome, orderId)) {
    return errorAnswer(c, {
      status: 409,
      outcome: outcome.outcome,
      error: {
        reason: 'refund_id_taken',
        message: 'The refund id belongs to a refund of another order.',
        remedy: 'Use a new id for a new refund.',
        fields: ['orderId'],
      },
    })
  }
  if (outcome.outcome === 'approval_needed') {
    const { state, id: proposalId } = outcome.proposal
    return errorAnswer(c, {
      status: 409,
      ...outcome,
      error: {
        reason: 'approval_needed',
        message: `The refund is above the limit of one operator. ${proposalWords[state]}`,
        remedy:
          state === 'proposed'
            ? `Another operator approves it at the desk, under /approvals/${proposalId}, within a day.`
            : 'Ask for a new refund, with a new id, where it is still wanted.',
      },
    })
  }
  if (outcome.outcome === 'proposal_conflict') {
    return errorAnswer(c, {
      status: 409,
      ...outcome,
      error: {
        reason: 'refund_id_taken',
        message: 'The refund id belongs to a proposal with other values.',
        remedy: 'Use a new id for a new refund, and the same values for a repeat.',
      },
    })
  }
  return outcome.outcome === 'not_found' ? orderNotFound(c) : answerRefund(c, outcome)
}
