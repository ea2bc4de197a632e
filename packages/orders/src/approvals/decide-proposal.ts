import { and, eq, gt, ne, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { refundProposals } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { hasVersion } from '../orders/has-version.ts'
import { orderView, refundView } from '../orders/order-view.ts'
import { disputedPaymentOf, remedyFor } from '../refunds/refund-order.ts'
import { canBeReserved, reservedRefund, type Reservation } from '../refunds/reserve-refund.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import type { ApprovalOutcome, ProposalRefusalOutcome } from './approvals-api.ts'
import { proposalView, readProposal, type ProposalRow } from './read-proposal.ts'

/** Who decides, and why. */
interface Decision {
  readonly reason: string
  readonly staffId: string
}

/** An approval, with the order as the approver has seen it. */
interface Approval extends Decision {
  /** Version of the order that the approver has seen. */
  readonly seenVersion?: number
}

const approvalRules: OptionRules<Approval> = {
  reason: 'any',
  staffId: 'any',
  seenVersion: 'number',
}

function decided(
  { id, orderId }: ProposalRow,
  state: 'approved' | 'refused',
  by: Decision & { readonly atMs: number; readonly where?: SQL | undefined },
): Transition {
  const { staffId, reason, atMs, where } = by
  return {
    decide: update(refundProposals, {
      set: { state, decidedBy: staffId, decisionReason: reason, decidedAtMs: atMs },
      where: and(
        eq(refundProposals.id, id),
        eq(refundProposals.state, 'proposed'),
        gt(refundProposals.expiresAtMs, atMs),
        where,
      ),
    }),
    journal: {
      atMs,
      kind: state === 'approved' ? 'refund.approved' : 'refund.proposal_refused',
      orderId,
      dedupe: `refund.${state === 'approved' ? 'approved' : 'proposal_refused'}:${id}`,
      evidence: 'word of a person',
      data: { refund_id: id, staff_id: staffId, verdict_reason: reason },
    },
  }
}

function reservationOf(row: ProposalRow, transactionId: string | null): Reservation {
  const { id, orderId, vnd, points, reason, proposedBy } = row
  const named = row.transactionId === null ? {} : { transactionId: row.transactionId }
  return {
    orderId,
    refund: { id, ...named, reason, staffId: proposedBy },
    amounts: { vnd, points },
    transactionId,
    verdictReason: reason,
  }
}

async function answerUnmade(
  context: OrdersContext,
  row: ProposalRow,
  { staffId, seenVersion }: Approval,
): Promise<ApprovalOutcome> {
  const proposal = proposalView(row, context.now())
  if (proposal.state !== 'proposed') return { outcome: 'not_open', proposal }
  if (row.proposedBy === staffId) return { outcome: 'same_person', proposal }
  const rows = await readOrder(context, row.orderId)
  if (rows === undefined) return { outcome: 'not_found' }
  if (seenVersion !== undefined && rows.order.version !== seenVersion) {
    return { outcome: 'order_changed', proposal, order: orderView(rows) }
  }
  const isTaken = rows.refunds.some(({ id }) => id === row.id)
  const remedy = isTaken
    ? 'A refund was made under this id meanwhile. Refuse the proposal, and ask for a refund of what is left.'
    : remedyFor(rows, row.transactionId === null ? {} : { transactionId: row.transactionId })
  return { outcome: 'not_refundable', remedy, proposal, order: orderView(rows) }
}

/**
 * Approves a proposed refund and makes it: one transition stores the approval and the refund, then
 * the service is called. The operator who proposed the refund cannot approve it. A retry by the
 * same approver continues where the first call stopped. With `seenVersion` it is approved only while
 * the order has that version: a refund that was made since may return the same money for the same
 * complaint.
 *
 * @throws TypeError when the action names nobody or gives no reason, or `seenVersion` is no whole
 *   number
 */
export async function approveProposal(
  context: OrdersContext,
  id: string,
  action: Approval,
): Promise<ApprovalOutcome> {
  checkContext('approveProposal', context)
  checkArguments('approveProposal', { action }, { id })
  checkOptions('approveProposal', action, approvalRules)
  checkVerdict(action)
  const row = await readProposal(context, id)
  if (row === undefined) return { outcome: 'not_found' }
  const { transactionId: named, orderId } = row
  const payment = named === null ? {} : { transactionId: named }
  const reservation = reservationOf(row, await disputedPaymentOf(context, orderId, payment))
  const atMs = context.now()
  const { reason, staffId, seenVersion } = action
  const where = and(
    ne(refundProposals.proposedBy, staffId),
    canBeReserved(reservation),
    hasVersion(orderId, seenVersion, 'approval'),
  )
  await transact(context, {
    ...decided(row, 'approved', { reason, staffId, atMs, where }),
    optional: reservedRefund(reservation, atMs),
  })
  const after = (await readProposal(context, id)) ?? row
  if (after.state !== 'approved' || after.decidedBy !== staffId) {
    return answerUnmade(context, after, action)
  }
  await settleRefund(context, id)
  const rows = await readOrder(context, orderId)
  const refund = rows?.refunds.find((one) => one.id === id)
  if (rows === undefined || refund === undefined) return { outcome: 'not_found' }
  return {
    outcome: 'approved',
    proposal: proposalView(after, context.now()),
    refund: refundView(refund),
    order: orderView(rows),
  }
}

/**
 * Refuses a proposed refund; nothing is sent. The operator who proposed it may refuse it too, which
 * withdraws the proposal.
 *
 * @throws TypeError when the action names nobody or gives no reason
 */
export async function refuseProposal(
  context: OrdersContext,
  id: string,
  action: Decision,
): Promise<ProposalRefusalOutcome> {
  checkContext('refuseProposal', context)
  checkArguments('refuseProposal', { action }, { id })
  checkVerdict(action)
  const row = await readProposal(context, id)
  if (row === undefined) return { outcome: 'not_found' }
  await transact(context, decided(row, 'refused', { ...action, atMs: context.now() }))
  const after = (await readProposal(context, id)) ?? row
  const isMine = after.state === 'refused' && after.decidedBy === action.staffId
  return {
    outcome: isMine ? 'refused' : 'not_open',
    proposal: proposalView(after, context.now()),
  }
}
