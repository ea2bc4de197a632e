import { and, eq, isNull, sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { attempts, orders } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { backoffMs } from '../../pacing/backoff.ts'
import { settlePayment } from '../../payments/settle-payment.ts'
import { partsOfPrice } from '../../rules/point-value.ts'
import { isUnprocessed, type PortAnswer } from '../../service/port-answer.ts'
import { callService } from '../../service-calls/call-service.ts'
import { storeCall } from '../../service-calls/store-call.ts'
import { applyAgainstVerdict } from '../answers/against-verdict.ts'
import { alertNotTaken } from '../answers/alert-not-taken.ts'
import { requestRelease, recordReleased } from './hold-transitions.ts'
import { leaseCall } from '../answers/lease-call.ts'
import { whyUnsettled } from '../answers/why-unsettled.ts'
import { statusOfAnswer } from '../answers/status-of-answer.ts'
import { alertAfterCalls, maxCalls } from '../../pacing/call-limits.ts'

type Attempt = typeof attempts.$inferSelect

/** Condition: a capture or release was requested. */
const isRequested = sql`${attempts.state} IN ('capturing', 'releasing')`

/**
 * Restarts the calls for a hold that was given up, because a new request to capture or release it
 * must reach the service.
 */
export async function restartHoldCalls(context: OrdersContext, reference: string): Promise<void> {
  await transact(context, {
    decide: update(attempts, {
      set: { calls: 0, nextCallAtMs: context.now() },
      where: and(eq(attempts.reference, reference), isRequested, isNull(attempts.nextCallAtMs)),
    }),
  })
}

/** Why a hold is not settled yet. */
interface Unsettled {
  readonly why: string
  /** Whether a retry is useless. */
  readonly isOver?: boolean
  /**
   * Whether the service rejected the call without processing it, because of the key or the time;
   * this says nothing about the hold.
   */
  readonly isUnprocessed?: boolean
}

/**
 * Schedules the next call for a hold, or gives it up with an alert when `isOver`.
 *
 * @returns whether the hold still waits for this call
 */
async function scheduleNextCall(
  context: OrdersContext,
  attempt: Attempt,
  { why, isOver = false, isUnprocessed = false }: Unsettled,
): Promise<boolean> {
  const now = context.now()
  const { reference, orderId, calls, state } = attempt
  const isLast = isOver || (calls >= maxCalls && !isUnprocessed)
  return transact(context, {
    decide: update(attempts, {
      set: {
        nextCallAtMs: isLast ? null : now + backoffMs(calls, context.random),
        leaseUntilMs: now,
      },
      where: and(
        eq(attempts.reference, reference),
        eq(attempts.state, state),
        eq(attempts.calls, calls),
      ),
    }),
    ...((isLast || calls >= alertAfterCalls) && {
      alert: {
        kind: isLast ? 'hold_given_up' : 'hold_unanswered',
        subject: reference,
        atMs: now,
        data: { order_id: orderId, asked: state, calls, why },
      },
    }),
  })
}

async function recordCaptured(context: OrdersContext, attempt: Attempt): Promise<void> {
  const { orderId, reference, transactionId, walletNumber } = attempt
  const [order] = await openDatabase(context)
    .select({ amountVnd: orders.amountVnd })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order === undefined || transactionId === null) {
    throw new Error('Money was taken for an attempt without an order or a transaction.')
  }
  await settlePayment(context, {
    orderId,
    reference,
    serviceOrderId: null,
    transactionId,
    status: partsOfPrice(order.amountVnd, attempt.points),
    foundBy: 'linked-wallet',
    evidence: 'answer of the service',
    walletNumber,
    data: { captured: true, calls: attempt.calls },
  })
}

async function apply(
  context: OrdersContext,
  attempt: Attempt,
  answer: PortAnswer<{ readonly status: string }>,
): Promise<void> {
  const isCapture = attempt.state === 'capturing'
  const status = statusOfAnswer(answer)
  if (isCapture && status === 'SUCCESS') {
    await recordCaptured(context, attempt)
  } else if (!isCapture && status === 'FAIL') {
    const data = { calls: attempt.calls }
    await recordReleased(context, attempt, { evidence: 'answer of the service', data })
  } else if (isCapture && status === 'FAIL') {
    const isRequested = await requestRelease(context, attempt, {
      from: 'capturing',
      reason: 'capture_failed',
      evidence: 'answer of the service',
      data: { calls: attempt.calls },
      alert: 'capture_failed',
    })
    if (isRequested) await settleHold(context, attempt.reference)
    else await alertNotTaken(context, attempt, { says: status })
  } else {
    // A retry does not change a status that contradicts the request.
    const isOpen = await scheduleNextCall(context, attempt, {
      why: whyUnsettled(answer),
      isOver: status !== undefined,
      isUnprocessed: isUnprocessed(answer),
    })
    if (!isOpen && status !== undefined) await applyAgainstVerdict(context, attempt, status)
  }
}

/**
 * Asks the service to capture or release the money that a payment holds, when it is due, and stores
 * the answer. confirmOrder names the invoice and may be retried until it is answered. Money that
 * could not be captured is released immediately. Assumes G-69.
 *
 * @see Specification 4.11
 */
export async function settleHold(context: OrdersContext, reference: string): Promise<void> {
  const attempt = await leaseCall(context, reference, isRequested)
  if (attempt === undefined) return
  const result = attempt.state === 'capturing' ? 'capture' : 'release'
  const { orderId } = attempt
  const subject = { orderId, reference, endpoint: 'confirmOrder' } as const
  const call = await callService(context, subject, () =>
    context.port.settleHold({ reference, result }),
  )
  await Promise.all([
    apply(context, attempt, call.answer),
    storeCall(context, call, statusOfAnswer(call.answer)),
  ])
}
