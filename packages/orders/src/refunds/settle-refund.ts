import { and, asc, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import { anyRow } from '../database/any-row.ts'
import { dueInTurn } from '../database/due-in-turn.ts'
import { openDatabase } from '../database/open-database.ts'
import { refunds } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { hasTime } from '../pacing/budget.ts'
import { processInParallel } from '../pacing/process-in-parallel.ts'
import { retryWrite } from '../pacing/retry-write.ts'
import { callService } from '../service-calls/call-service.ts'
import { storeCall } from '../service-calls/store-call.ts'
import { alertAfterCalls } from '../pacing/call-limits.ts'
import { applyRefundAnswer, keepUnknown } from './apply-refund-answer.ts'
import type { Refund } from './find-refund.ts'
import { leaseRefund } from './lease-refund.ts'
import { isToBeRemindedOf, remindOfRefunds } from './remind-of-refunds.ts'

/**
 * Sends a due refund to the service and stores the outcome. Every retry uses the same id. A
 * reservation is released only when the very first call was refused without effect.
 *
 * @returns whether the refund is now settled or presumed
 */
export async function settleRefund(context: OrdersContext, id: string): Promise<boolean> {
  const leased = await leaseRefund(context, id)
  if (leased === undefined) return false
  const { refund, originalReference } = leased
  const { orderId } = refund
  const subject = { orderId, reference: refund.id, endpoint: 'refundOrder' } as const
  const call = await callService(context, subject, () =>
    context.port.refundOrder({
      refundId: refund.id,
      originalReference,
      vnd: refund.vnd,
      points: refund.points,
      ...(refund.reason !== null && { reason: refund.reason }),
      ...(refund.staffId !== null && { staffId: refund.staffId }),
      ...(refund.staffName !== null && { staffName: refund.staffName }),
    }),
  )
  const [isSettled] = await Promise.all([
    retryWrite(context, () => applyRefundAnswer(context, refund, call.answer)),
    storeCall(context, call),
  ])
  return isSettled
}

/**
 * Records that the outcome of a refund is unknown when five calls or more were made and the process
 * ended during the last one, or could not store its answer. Otherwise such a refund would be called
 * every minute for ever, and nobody would be told.
 */
async function recordInterrupted(context: OrdersContext, refund: Refund): Promise<void> {
  const { callingUntilMs, calls } = refund
  if (callingUntilMs === null || calls < alertAfterCalls) return
  const message = 'The process ended before the answer to its call was stored.'
  await keepUnknown(context, refund, { isUnclear: false, message })
}

function isCallDue(now: number): SQL | undefined {
  return and(isNotNull(refunds.nextCallAtMs), lte(refunds.nextCallAtMs, now))
}

/** Whether {@link settleRefunds} has something to do. */
export function refundsAreDue(context: OrdersContext): SQL {
  const now = context.now()
  return sql`${anyRow(refunds, isCallDue(now))} OR ${anyRow(refunds, isToBeRemindedOf(now))}`
}

/**
 * Continues refunds that a crash interrupted or that got no answer, and raises reminders for those
 * whose outcome stays open.
 *
 * @param limit maximum number of refunds to send, and of reminders
 * @returns the number of refunds settled by this call
 */
export async function settleRefunds(context: OrdersContext, limit: number): Promise<number> {
  const { id: key, nextCallAtMs: oldestFirst } = refunds
  const now = context.now()
  const due = await openDatabase(context)
    .select()
    .from(refunds)
    .where(dueInTurn(now, { key, oldestFirst, where: isCallDue(now), limit }))
    .orderBy(asc(oldestFirst))
  let settled = 0
  try {
    await processInParallel(
      due,
      async (refund) => {
        await recordInterrupted(context, refund)
        if (await settleRefund(context, refund.id)) settled += 1
      },
      () => hasTime(context),
    )
  } finally {
    // A refund that fails every time must not prevent the reminders.
    await remindOfRefunds(context, limit)
  }
  return settled
}
