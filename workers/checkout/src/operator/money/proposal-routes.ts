import type { ProposalRefusalOutcome, RefundProposal } from '@merchant-edge/orders/api'
import { refundRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, errorAnswer, methodRefused } from '../../api/api-error.ts'
import { readJson, requireNoFields } from '../../api/read-json.ts'
import { readQuery } from '../../api/read-query.ts'
import { proposalNotFound } from '../access/not-found.ts'
import type { OperatorHono } from '../access/require-operator.ts'
import { ownStores } from '../access/require-own-store.ts'
import { ofStore } from '../../orders/order-query.ts'
import { asOperator, newAction } from '../access/staff-action.ts'

/** The query of `GET /operator/proposals`. */
export const proposalQuery = v.strictObject(ofStore)

function decisionOf({ state, decision }: RefundProposal): string {
  if (state === 'expired' || decision === undefined) {
    return 'Nobody decided the proposal within a day, and it has expired; nothing was returned.'
  }
  return `${decision.staffId} has ${state} the proposal before; nothing changed.`
}

function answerRefusal(c: Context, outcome: ProposalRefusalOutcome): Response {
  if (outcome.outcome === 'not_found') return proposalNotFound(c)
  if (outcome.outcome === 'refused') return c.json(outcome)
  return errorAnswer(c, {
    status: 409,
    ...outcome,
    error: {
      reason: 'proposal_not_open',
      message: decisionOf(outcome.proposal),
      remedy: `See the decision and its reason with GET /operator/proposals/${outcome.proposal.id}.`,
    },
  })
}

/**
 * Refunds above the limit of one operator: list them, read one, and refuse one: 404 there is none,
 * 409 it is decided or has expired. Approving is at the desk only.
 *
 * @see docs/decisions/0063-a-second-person-for-large-refunds.md
 */
export function proposalRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.get('/proposals', async (c) => {
    const filter = { ...readQuery(c, proposalQuery), ...ownStores(c) }
    return c.json({ proposals: await callOrders(() => c.env.OPERATOR_VIEW.listProposals(filter)) })
  })
  routes.all('/proposals', () => methodRefused('GET'))
  routes.get('/proposals/:id', async (c) => {
    const id = c.req.param('id')
    await requireNoFields(c)
    const proposal = refundRules.id.pattern.test(id)
      ? await callOrders(() => c.env.OPERATOR_VIEW.findProposal(id))
      : null
    return proposal === null ? proposalNotFound(c) : c.json(proposal)
  })
  routes.all('/proposals/:id', () => methodRefused('GET'))
  routes.post('/proposals/:id/refuse', async (c) => {
    const id = c.req.param('id')
    const action = asOperator(c, await readJson(c, newAction))
    if (!refundRules.id.pattern.test(id)) return proposalNotFound(c)
    return answerRefusal(c, await callOrders(() => c.env.OPERATOR_MONEY.refuseProposal(id, action)))
  })
  routes.all('/proposals/:id/refuse', () => methodRefused('POST'))
  return routes
}
