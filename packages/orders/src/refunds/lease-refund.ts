import { and, eq, lte, sql, type SQL } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { disputedPayments, orders, refunds } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transact, transactAll } from '../database/transact.ts'
import { update, type Read } from '../database/transition.ts'
import { leaseMs } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { backoffMs } from '../pacing/backoff.ts'
import type { Refund } from './find-refund.ts'

/** A leased refund that is about to be sent to the service. */
export interface LeasedRefund {
  /** The refund; the call that is about to be made is already counted. */
  readonly refund: Refund
  /** order_reference_id of the payment. */
  readonly originalReference: string
}

/** Age from which a refund that could not be sent raises an alert. */
const alertAfterMs = 15 * 60_000
/** Maximum pause before a refund that could not be sent is retried. */
const unsentPauseMs = 30 * 60_000

/**
 * Condition: the call of this lease is the newest one of its refund, and its answer is not recorded
 * yet. The end of the lease identifies the call, because the number of a call that was not counted
 * is used again. The condition makes a write about the answer safe to repeat.
 */
export function isUnderWay({ id, callingUntilMs }: Refund): SQL | undefined {
  return and(
    eq(refunds.id, id),
    sql`${refunds.state} IN ${refundsIn.unsettled}`,
    sql`${refunds.callingUntilMs} = ${callingUntilMs}`,
  )
}

/**
 * Leases a due refund for this worker and counts the call that it is about to make. After a crash
 * the count shows that a call may have taken effect.
 */
export async function leaseRefund(
  context: OrdersContext,
  id: string,
): Promise<LeasedRefund | undefined> {
  const now = context.now()
  const taken = update(refunds, {
    set: {
      calls: sql`${refunds.calls} + 1`,
      firstCallAtMs: sql`coalesce(${refunds.firstCallAtMs}, ${now})`,
      lastCallAtMs: now,
      nextCallAtMs: now + leaseMs,
      callingUntilMs: now + leaseMs,
    },
    where: and(
      eq(refunds.id, id),
      sql`${refunds.state} IN ${refundsIn.unsettled}`,
      lte(refunds.nextCallAtMs, now),
    ),
  })
  const orderOf: Read<typeof orders> = {
    table: orders,
    where: sql`${orders.id} = (SELECT order_id FROM ${refunds} WHERE id = ${id})`,
  }
  const disputed: Read<typeof disputedPayments> = {
    table: disputedPayments,
    where: sql`(transaction_id, order_id) = (SELECT transaction_id, order_id FROM ${refunds} WHERE id = ${id})`,
  }
  const done = await transactAll(context, { takings: [taken], reads: [orderOf, disputed] })
  const [refund] = done.rows(taken)
  const [order] = done.rows(orderOf)
  const [payment] = done.rows(disputed)
  const originalReference =
    refund?.transactionId === null ? order?.paidReference : payment?.reference
  return refund === undefined || !originalReference ? undefined : { refund, originalReference }
}

/**
 * Reverts the count of a call that certainly had no effect: it was never sent, or the service
 * rejected it without processing it. The refund keeps its state and is retried; an alert is raised
 * when this lasts.
 *
 * @param why why the call was not processed, and what to do
 * @returns whether the count was reverted; not when a newer call is running
 */
export async function revertCallCount(
  context: OrdersContext,
  refund: Refund,
  why: string,
): Promise<boolean> {
  const now = context.now()
  const ageMs = now - refund.createdAtMs
  const pauseMs = Math.max(
    backoffMs(1, context.random),
    Math.min(unsentPauseMs, Math.floor(ageMs / 4)),
  )
  const isTakenBack = await transact(context, {
    decide: update(refunds, {
      set: {
        calls: sql`${refunds.calls} - 1`,
        firstCallAtMs: sql`CASE WHEN ${refunds.calls} > 1 THEN ${refunds.firstCallAtMs} END`,
        nextCallAtMs: now + pauseMs,
        callingUntilMs: null,
      },
      where: isUnderWay(refund),
    }),
  })
  if (isTakenBack && ageMs >= alertAfterMs) {
    await raiseAlert(context, {
      kind: 'refund_not_sent',
      subject: refund.id,
      atMs: now,
      data: { order_id: refund.orderId, why },
    })
  }
  return isTakenBack
}
