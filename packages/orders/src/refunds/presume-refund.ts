import { and, eq, sql } from 'drizzle-orm'
import { refunds, type JournalData } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transact, transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { disputeEnded } from '../payments/disputes/dispute-ended.ts'
import { refundInFacts, type Refund } from './find-refund.ts'
import { isUnchanged, remindAfterMs, type Proof } from './record-refund.ts'
import { changesOfSums } from './returned-sums.ts'

/**
 * Presumes that a refund was made, because the service knows its id and none of our earlier calls
 * got any response. The order, the event and the journal mark it as presumed. Assumes G-115.
 *
 * @see Specification 7
 * @returns whether it was recorded; not when a call was answered after all
 */
export async function recordPresumed(
  context: OrdersContext,
  refund: Refund,
  proof: JournalData,
): Promise<boolean> {
  const atMs = context.now()
  const { id, orderId, vnd, points } = refund
  const data = {
    ...refundInFacts(refund),
    vnd,
    points,
    state: 'presumed_refunded',
    presumed: true,
    ...proof,
  }
  const line = `refund.presumed:${id}`
  const presumed: Transition = {
    decide: update(refunds, {
      set: {
        state: 'presumed_refunded',
        settledVnd: vnd,
        settledPoints: points,
        presumedAtMs: atMs,
        nextCallAtMs: null,
        callingUntilMs: null,
        remindAtMs: null,
        updatedAtMs: atMs,
      },
      where: and(
        eq(refunds.id, id),
        sql`${refunds.state} IN ${refundsIn.beforeOutcome('presumed_refunded')}`,
        eq(refunds.answeredUnclear, false),
      ),
    }),
    require: changesOfSums(refund, { vnd, points }),
    journal: {
      atMs,
      kind: 'refund.presumed',
      orderId,
      dedupe: line,
      evidence: 'duplicate answer of the service',
      data,
    },
    event: { atMs, orderId, type: 'order.refunded', once: id, data },
  }
  const once = `presumed:${id}`
  const ended =
    refund.transactionId === null ? [] : [disputeEnded({ orderId, atMs, line, once, data })]
  return (await transactAll(context, { transitions: [presumed, ...ended] })).happened(presumed)
}

/**
 * Makes a presumed refund unknown again: the order no longer counts its sums, its reservation
 * stays, and an alert is raised. It is not sent again.
 *
 * @returns whether it was recorded
 */
export async function withdrawPresumed(
  context: OrdersContext,
  refund: Refund,
  proof: Proof,
): Promise<boolean> {
  const atMs = context.now()
  const { id, orderId, vnd, points } = refund
  const data = {
    ...refundInFacts(refund),
    vnd,
    points,
    state: 'refund_unknown',
    ...proof.data,
  }
  return transact(context, {
    decide: update(refunds, {
      set: {
        state: 'refund_unknown',
        settledVnd: 0,
        settledPoints: 0,
        answeredUnclear: true,
        remindAtMs: atMs + remindAfterMs,
        updatedAtMs: atMs,
      },
      where: and(
        isUnchanged(refund, 'refund_unknown'),
        sql`${refunds.state} = 'presumed_refunded'`,
      ),
    }),
    require: changesOfSums(refund, { vnd: -vnd, points: -points }),
    journal: {
      atMs,
      kind: 'refund.withdrawn',
      orderId,
      dedupe: `refund.withdrawn:${id}`,
      evidence: proof.evidence,
      data,
    },
    event: { atMs, orderId, type: 'order.refund_withdrawn', once: id, data },
    alert: {
      kind: 'refund_presumed_wrong',
      subject: id,
      atMs,
      data: { order_id: orderId, ...data },
    },
  })
}
