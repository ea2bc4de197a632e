import { and, asc, eq, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import { alertOnce } from '../alerts/alerts.ts'
import { anyRow } from '../database/any-row.ts'
import { dueInTurn } from '../database/due-in-turn.ts'
import { openDatabase } from '../database/open-database.ts'
import { attempts, orders } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { hasTime } from '../pacing/budget.ts'
import { processInParallel } from '../pacing/process-in-parallel.ts'
import { requestRelease } from './holds/hold-transitions.ts'
import { askAfterVerdict } from './answers/ask-after-verdict.ts'
import { holdMsOf } from './linked-attempt.ts'
import { recordOtpEnded, recordPaymentUnknown } from './payment-transitions.ts'
import { isHoldToBeRemindedOf, remindOfHolds } from './holds/remind-of-holds.ts'
import { settleHold } from './holds/settle-hold.ts'

interface DueAttempt {
  readonly attempt: typeof attempts.$inferSelect
  readonly holds: boolean
}

/**
 * Raises an alert for money that is held for too long; after twice the time it is released. Assumes
 * G-71.
 */
async function watchHold(context: OrdersContext, { attempt }: DueAttempt): Promise<void> {
  const now = context.now()
  const { reference, orderId, transactionId } = attempt
  const releaseAtMs = (attempt.heldAtMs ?? attempt.createdAtMs) + 2 * holdMsOf(context)
  if (now >= releaseAtMs) {
    await requestRelease(context, attempt, {
      from: 'held',
      reason: 'overdue',
      evidence: 'own record',
      data: {},
      alert: 'hold_released_overdue',
    })
    await settleHold(context, reference)
    return
  }
  const overdue = alertOnce({
    kind: 'hold_overdue',
    subject: reference,
    atMs: now,
    data: {
      order_id: orderId,
      transaction_id: transactionId,
      released_at: Math.floor(releaseAtMs / 1000),
    },
  })
  const rescheduled: Transition = {
    decide: update(attempts, {
      set: { nextCallAtMs: releaseAtMs },
      where: and(eq(attempts.reference, reference), eq(attempts.state, 'held')),
    }),
  }
  await transactAll(context, { transitions: [overdue, rescheduled] })
}

async function processDueAttempt(context: OrdersContext, due: DueAttempt): Promise<void> {
  const { attempt, holds } = due
  const { reference, otpTries, state } = attempt
  if (state === 'paying' || state === 'confirming') {
    const broken = { from: state, tries: otpTries, data: {} }
    await recordPaymentUnknown(context, { ...attempt, holds }, broken)
  } else if (state === 'awaiting_otp') {
    await recordOtpEnded(context, attempt, 'payment.otp_expired')
  } else if (state === 'held') {
    await watchHold(context, due)
  } else if (state === 'paid' || state === 'refused' || state === 'released') {
    await askAfterVerdict(context, reference)
  } else {
    if (state === 'payment_unknown') {
      await requestRelease(context, attempt, {
        from: 'payment_unknown',
        reason: 'unknown_outcome',
        evidence: 'own record',
        data: {},
      })
    }
    await settleHold(context, reference)
  }
}

function isCallDue(now: number): SQL | undefined {
  return and(isNotNull(attempts.nextCallAtMs), lte(attempts.nextCallAtMs, now))
}

/** Whether {@link settleLinkedPayments} has something to do. */
export function linkedPaymentsAreDue(context: OrdersContext): SQL {
  const now = context.now()
  return sql`${anyRow(attempts, isCallDue(now))} OR ${anyRow(attempts, isHoldToBeRemindedOf(now))}`
}

/**
 * Processes payments with linked wallets that are due: interrupted calls, codes that were not typed
 * in time, money to capture or release, money that is held for too long, and money that may be held
 * although a verdict has settled its payment. Then it raises reminders for holds that were given up.
 *
 * @param limit maximum number of attempts to process
 * @returns the number of attempts whose state has changed
 */
export async function settleLinkedPayments(context: OrdersContext, limit: number): Promise<number> {
  const db = openDatabase(context)
  const { reference: key, nextCallAtMs: oldestFirst } = attempts
  const now = context.now()
  const due = await db
    .select({ attempt: attempts, holds: orders.holdsPayment })
    .from(attempts)
    .innerJoin(orders, eq(orders.id, attempts.orderId))
    .where(dueInTurn(now, { key, oldestFirst, where: isCallDue(now), limit }))
    .orderBy(asc(oldestFirst))
  let settled = 0
  try {
    await processInParallel(
      due,
      async (one) => {
        await processDueAttempt(context, one)
        const [after] = await db
          .select({ state: attempts.state })
          .from(attempts)
          .where(eq(attempts.reference, one.attempt.reference))
        if (after?.state !== one.attempt.state) settled += 1
      },
      () => hasTime(context),
    )
  } finally {
    // A payment that fails every time must not prevent the reminders.
    await remindOfHolds(context, limit)
  }
  return settled
}
