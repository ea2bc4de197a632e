import { and, sql, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { orders, refundProposals, refunds } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { insert, updateOne, type Transition } from '../database/transition.ts'
import { hasVersion } from '../orders/has-version.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { NewRefund } from '../refunds/refunds-api.ts'
import { newRefundRules, disputedPaymentOf, refundWhere } from '../refunds/refund-order.ts'
import { canBeReserved, type RefundAmounts, type Reservation } from '../refunds/reserve-refund.ts'
import { fieldsThatDiffer } from '../rules/fields-that-differ.ts'
import { pointValueVnd } from '../rules/point-value.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import type { OperatorRefundOutcome } from './approvals-api.ts'
import { proposalView, readProposal } from './read-proposal.ts'

const hour = 3_600_000
/** How long a proposal can be approved, in milliseconds. */
const openMs = 24 * hour

/** A refund with the operator who requests it and the reason. */
interface StaffRefund extends NewRefund {
  readonly reason: string
  readonly staffId: string
  /** Version of the order that the operator has seen. */
  readonly seenVersion?: number
}

/**
 * Whether the sum of an order's refunds by operators, without those that a second person approved,
 * stays within the limit when one more is added. Checking the sum prevents an operator from
 * splitting a large refund. A refund that only a verdict has settled as not refunded counts:
 * otherwise one operator could remove it from the sum although the money may have been returned.
 */
function isWithin(orderId: string, { vnd, points }: RefundAmounts, limitVnd: number): SQL {
  return sql`(SELECT coalesce(sum(vnd + points * ${pointValueVnd}), 0) FROM ${refunds}
    WHERE order_id = ${orderId} AND staff_id IS NOT NULL
    AND (state <> 'refused' OR ${refundsIn.deniedByPerson})
    AND NOT EXISTS (SELECT 1 FROM ${refundProposals}
      WHERE ${refundProposals.id} = ${refunds.id} AND ${refundProposals.state} = 'approved'))
    <= ${limitVnd - vnd - points * pointValueVnd}`
}

/** Whether an operator's refund of this order needs a second person now. */
export async function needsApproval(
  context: Pick<OrdersContext, 'database' | 'approvalLimitVnd'>,
  orderId: string,
  amounts: RefundAmounts,
): Promise<boolean> {
  checkContext('needsApproval', context, ['database', 'approvalLimitVnd'])
  checkArguments('needsApproval', { amounts }, { orderId })
  const { approvalLimitVnd: limitVnd } = context
  if (limitVnd === undefined) return false
  const isAllowed = isWithin(orderId, amounts, limitVnd)
  const [row] = await openDatabase(context).all<{ allowed: number }>(
    sql`SELECT ${isAllowed} AS allowed`,
  )
  return row?.allowed !== 1
}

/**
 * The version of the order is incremented too, so that a form that was opened before is recognized
 * as outdated.
 */
function proposed(reservation: Reservation, refund: StaffRefund, atMs: number): Transition {
  const { orderId, amounts } = reservation
  const { id, reason, staffId, transactionId } = refund
  return {
    decide: insert(refundProposals, {
      values: {
        id,
        orderId,
        transactionId: transactionId ?? null,
        state: 'proposed',
        ...amounts,
        reason,
        proposedBy: staffId,
        createdAtMs: atMs,
        expiresAtMs: atMs + openMs,
      },
      where: canBeReserved(reservation),
    }),
    require: [
      updateOne(orders, {
        key: orders.id,
        equals: orderId,
        set: { version: sql`${orders.version} + 1` },
      }),
    ],
    journal: {
      atMs,
      kind: 'refund.proposed',
      orderId,
      dedupe: `refund.proposed:${id}`,
      evidence: 'word of a person',
      data: {
        refund_id: id,
        ...amounts,
        staff_id: staffId,
        verdict_reason: reason,
        ...(transactionId !== undefined && { transaction_id: transactionId }),
      },
    },
  }
}

/** A refund that was not made, with the reason that counts first: the order has changed. */
function unmade(
  outcome: Extract<OperatorRefundOutcome, { readonly outcome: 'not_refundable' }>,
  seenVersion: number | undefined,
): OperatorRefundOutcome {
  if (seenVersion === undefined || outcome.order.version === seenVersion) return outcome
  const remedy = 'The order has changed since the operator saw it: look at it again.'
  return { ...outcome, remedy }
}

/**
 * Refunds money, points or both for an operator. When this refund and the earlier refunds of the
 * order by operators together exceed `approvalLimitVnd` of the context, the refund is stored as a
 * proposal for a second person, and nothing is sent to the service. With `seenVersion` a new refund
 * is made or proposed only while the order has that version.
 *
 * @throws TypeError when a field is out of its range
 */
export async function refundByOperator(
  context: OrdersContext,
  orderId: string,
  asked: StaffRefund,
): Promise<OperatorRefundOutcome> {
  checkContext('refundByOperator', context)
  checkArguments('refundByOperator', { refund: asked }, { orderId })
  const { seenVersion, ...refund } = asked
  checkOptions<NewRefund>('refundByOperator', refund, newRefundRules)
  const { reason: verdictReason } = refund
  checkVerdict({ reason: verdictReason, staffId: refund.staffId })
  const { approvalLimitVnd: limitVnd } = context
  const isSeen = hasVersion(orderId, seenVersion, 'refund')
  if (limitVnd === undefined) {
    const where = isSeen === undefined ? {} : { where: isSeen }
    const made = await refundWhere(context, { orderId, refund, verdictReason, ...where })
    return made.outcome === 'not_refundable' ? unmade(made, seenVersion) : made
  }
  const amounts = { vnd: refund.vnd ?? 0, points: refund.points ?? 0 }
  const isAllowed = isWithin(orderId, amounts, limitVnd)
  const isNoProposal = sql`NOT EXISTS (SELECT 1 FROM ${refundProposals} WHERE id = ${refund.id})`
  const where = and(isAllowed, isNoProposal, isSeen) ?? isAllowed
  const outcome = await refundWhere(context, { orderId, refund, verdictReason, where })
  if (outcome.outcome !== 'not_refundable') return outcome
  const transactionId = await disputedPaymentOf(context, orderId, refund)
  const isAbove = and(sql`NOT (${isAllowed})`, isSeen)
  const reservation = { orderId, refund, amounts, transactionId, where: isAbove }
  await transact(context, proposed(reservation, refund, context.now()))
  const row = await readProposal(context, refund.id)
  if (row === undefined) return unmade(outcome, seenVersion)
  const proposal = proposalView(row, context.now())
  const differs = fieldsThatDiffer([
    ['orderId', row.orderId, orderId],
    ['transactionId', row.transactionId, refund.transactionId ?? null],
    ['vnd', row.vnd, amounts.vnd],
    ['points', row.points, amounts.points],
    // A proposal always has a reason; an empty one was erased with the personal data.
    ['reason', row.reason, row.reason === '' ? '' : refund.reason],
    ['staffId', row.proposedBy, refund.staffId],
  ])
  return { outcome: differs.length > 0 ? 'proposal_conflict' : 'approval_needed', proposal }
}
