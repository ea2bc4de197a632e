import type { RefundProposal } from '@merchant-edge/orders/api'
import type { SeenOrderAction, StaffAction } from '@merchant-edge/orders/operators'
import { refundRules } from '@merchant-edge/orders/rules'
import { Hono } from 'hono'
import { takeDraft } from '../forms/draft.ts'
import { readReason } from '../forms/reason.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound, showNotice, showRoleMissing } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { sumOf } from '../layout/sum.ts'
import { seesStore } from '../operator.ts'
import { readOrderFilter } from '../orders/order-filter.ts'
import {
  showDecisionCheck,
  showDecisionForm,
  showProposal,
  showProposals,
  type DecisionKind,
  type ShownProposal,
} from './approval-pages.tsx'
import { approvalMessages } from './messages.ts'

async function list(c: ConsoleContext): Promise<Response> {
  const { filter, problems } = readOrderFilter(c.req.query(), c.var.operator)
  if (problems.length > 0) return showNotFound(c)
  const { storeCode, storeCodes, posCode } = filter
  const proposals = await c.env.CONSOLE_VIEW.listProposals({
    ...(storeCode !== undefined && { storeCode }),
    ...(storeCodes !== undefined && { storeCodes }),
    ...(posCode !== undefined && { posCode }),
  })
  return showProposals(c, proposals)
}

/**
 * The proposal of `:id` in the address, or the page "not found", which is also shown for a proposal
 * of a store that this operator may not see.
 */
async function findVisibleProposal(c: ConsoleContext): Promise<ShownProposal | Response> {
  const id = c.req.param('id') ?? ''
  const proposal = refundRules.id.pattern.test(id)
    ? await c.env.CONSOLE_VIEW.findProposal(id)
    : null
  if (proposal === null) return showNotFound(c)
  const order = await c.env.CONSOLE_VIEW.find(proposal.orderId)
  if (order === null || !seesStore(c.var.operator, order.storeCode)) return showNotFound(c)
  return { proposal, order }
}

async function show(c: ConsoleContext): Promise<Response> {
  const shown = await findVisibleProposal(c)
  return shown instanceof Response ? shown : showProposal(c, shown)
}

/**
 * The page that explains why this operator cannot make this decision; `undefined` when they can.
 */
function refusalOf(
  c: ConsoleContext,
  proposal: RefundProposal,
  kind: DecisionKind,
): Response | Promise<Response> | undefined {
  const messages = approvalMessages[c.var.language]
  const actions = (
    <a class="button main" href={`/approvals/${proposal.id}`}>
      {messages.back}
    </a>
  )
  // A decided proposal first: of an approved one the money is on its way.
  if (proposal.state !== 'proposed') {
    return showNotice(c, { ...messages.notOpen, status: 409, actions })
  }
  if (kind === 'approve' && proposal.proposedBy === c.var.operator.name) {
    return showNotice(c, { ...messages.samePerson, status: 409, actions })
  }
  return undefined
}

function showForm(kind: DecisionKind) {
  return async (c: ConsoleContext): Promise<Response> => {
    if (c.var.operator.role !== 'money') return showRoleMissing(c)
    const shown = await findVisibleProposal(c)
    if (shown instanceof Response) return shown
    const { proposal } = shown
    const draft = await takeDraft(c)
    const { reason } = readReason(draft?.get('reason'))
    // The answer to the form may have been lost before the session ended.
    if (isMade(proposal, kind, { reason, staffId: c.var.operator.name })) {
      return c.redirect(`/approvals/${proposal.id}`, 303)
    }
    const refusal = refusalOf(c, proposal, kind)
    if (refusal !== undefined) return refusal
    return showDecisionForm(c, { shown, kind, reason, isRestored: draft !== undefined })
  }
}

async function decide(
  c: ConsoleContext,
  kind: DecisionKind,
  { proposal, action }: { readonly proposal: RefundProposal; readonly action: SeenOrderAction },
): Promise<Response> {
  const { id, orderId } = proposal
  const messages = approvalMessages[c.var.language]
  const { CONSOLE_MONEY: money } = c.env
  const { reason, staffId } = action
  const outcome = await (kind === 'approve'
    ? money.approveProposal(id, action)
    : money.refuseProposal(id, { reason, staffId }))
  switch (outcome.outcome) {
    case 'approved':
      return c.redirect(`/orders/${orderId}?refund=${id}`, 303)
    case 'refused':
      return c.redirect(`/approvals/${id}`, 303)
    case 'not_refundable':
      return showNotice(c, {
        title: messages.changed.title,
        text: messages.changed.text(sumOf(proposal, c.var.language)),
        status: 409,
        actions: (
          <a class="button main" href={`/orders/${orderId}`}>
            {messages.order} {orderId}
          </a>
        ),
      })
    case 'order_changed':
      return showDecisionCheck(c, { shown: outcome, kind, reason, isOutdated: true })
    case 'same_person':
      return showNotice(c, { ...messages.samePerson, status: 409 })
    case 'not_open':
      return showNotice(c, { ...messages.notOpen, status: 409 })
    case 'not_found':
      break
  }
  return showNotFound(c)
}

/** Whether exactly this decision was already made, because the form was sent again. */
function isMade(proposal: RefundProposal, kind: DecisionKind, action: StaffAction): boolean {
  const state = kind === 'approve' ? 'approved' : 'refused'
  const { decision } = proposal
  return (
    proposal.state === state &&
    decision?.staffId === action.staffId &&
    decision.reason === action.reason
  )
}

function send(kind: DecisionKind) {
  return async (c: ConsoleContext): Promise<Response> => {
    const shown = await findVisibleProposal(c)
    if (shown instanceof Response) return shown
    const { proposal } = shown
    const { form, operator } = c.var
    const { reason, isFit } = readReason(form.get('reason'))
    const action = { reason, staffId: operator.name }
    const isConfirmed = form.get('step') === 'confirm' && isFit
    if (!(isConfirmed && isMade(proposal, kind, action))) {
      const refusal = refusalOf(c, proposal, kind)
      if (refusal !== undefined) return refusal
    }
    if (form.get('step') === 'change') return showDecisionForm(c, { shown, kind, reason })
    if (!isFit) return showDecisionForm(c, { shown, kind, reason, isWrong: true })
    if (!isConfirmed) return showDecisionCheck(c, { shown, kind, reason })
    // A form without a version has seen none: no order has the version 0.
    const version = form.get('version') ?? ''
    const seenVersion = /^\d{1,15}$/.test(version) ? Number(version) : 0
    return decide(c, kind, { proposal, action: { ...action, seenVersion } })
  }
}

function approvalRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/approvals', list)
  routes.get('/approvals/:id', show)
  for (const kind of ['approve', 'refuse'] as const) {
    routes.get(`/approvals/:id/${kind}`, showForm(kind))
    routes.post(`/approvals/:id/${kind}`, send(kind))
  }
  return routes
}

/**
 * Refunds above the limit of one operator: the list, and the forms by which a second person
 * decides.
 */
export const approvalsSection: Section = {
  path: '/approvals',
  title: { vi: 'Phê duyệt', en: 'Approvals' },
  routes: approvalRoutes,
  byStore: true,
}
