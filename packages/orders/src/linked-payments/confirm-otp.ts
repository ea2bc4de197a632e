import { and, eq, gt, sql } from 'drizzle-orm'
import { checkContext } from '../check-context.ts'
import { attempts, orders } from '../database/schema.ts'
import { attemptsIn, ordersIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import { entryOnce } from '../journal/journal.ts'
import { openLinkToken } from '../links/link-token.ts'
import { readLink } from '../links/read-link.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import type { OrderRows } from '../orders/order-view.ts'
import { requireFields } from '../rules/field-rule.ts'
import { otpRules } from '../rules/request-rules.ts'
import { callOnce } from '../service-calls/call-service.ts'
import { callKeyOf, reserveCall } from '../service-calls/reserve-call.ts'
import { storeCall } from '../service-calls/store-call.ts'
import { maxOtpTries } from '../states/attempt-state.ts'
import { applyLinkedAnswer } from './apply-linked-answer.ts'
import {
  findLinkedAttempt,
  type AttemptRow,
  callLeaseMs,
  hasCallKey,
  type LinkedAttempt,
} from './linked-attempt.ts'
import type { LinkedPaymentOutcome } from './linked-payments-api.ts'
import { findHostedPayment } from './find-hosted-payment.ts'
import { stateAfter, stateAfterWrongCode, withoutToken } from './pay-with-link.ts'
import type { LinkedVerdict } from './answers/read-linked-answer.ts'
import { statusOfAnswer } from './answers/status-of-answer.ts'

const ended = { outcome: 'ended' } as const

/** The payment that waits for a one-time code, or whose code got no answer. */
function confirmable(rows: OrderRows, now: number): AttemptRow | undefined {
  const attempt = findLinkedAttempt(rows, ['awaiting_otp', 'payment_unknown'])
  if (attempt === undefined || attempt.transactionId === null) return undefined
  const isOver = attempt.state === 'awaiting_otp' && attempt.expiresAtMs <= now
  return isOver || attempt.otpTries >= maxOtpTries ? undefined : attempt
}

/** A call that sends a code. */
interface Confirmation {
  /** The number of the try, from 1. */
  readonly tries: number
  /** The end of the lease of the call, in milliseconds since 1970. */
  readonly leaseUntilMs: number
}

/**
 * Counts the code as a try and makes the attempt `confirming` before the code is sent. Minutes may
 * have passed since the attempt was read: a payment that is not confirmed in time must not be
 * confirmed any more, because the customer may have begun another one.
 *
 * @returns `undefined` when a concurrent call was faster, or the time is over
 */
async function reserveConfirmation(
  context: OrdersContext,
  attempt: AttemptRow,
): Promise<Confirmation | undefined> {
  const atMs = context.now()
  const callKey = callKeyOf(context)
  const { orderId, reference } = attempt
  const tries = attempt.otpTries + 1
  const leaseUntilMs = atMs + callLeaseMs
  const reserved: Transition = {
    decide: update(attempts, {
      set: {
        state: 'confirming',
        callKey,
        otpTries: tries,
        leaseUntilMs,
        nextCallAtMs: leaseUntilMs,
      },
      where: and(
        eq(attempts.reference, reference),
        eq(attempts.state, attempt.state),
        eq(attempts.otpTries, attempt.otpTries),
        attempt.state === 'awaiting_otp' ? gt(attempts.expiresAtMs, atMs) : undefined,
        sql`EXISTS (SELECT 1 FROM ${orders}
          WHERE id = ${orderId} AND state IN ${ordersIn.payable})`,
        sql`NOT EXISTS (SELECT 1 FROM ${attempts} AS other WHERE other.order_id = ${orderId}
          AND other.reference <> ${reference} AND other.state IN ${attemptsIn.mayHaveMoved})`,
      ),
    }),
    // A code that the service did not check does not count as a try, so the same number can occur
    // twice, even within a millisecond.
    optional: entryOnce({
      atMs,
      kind: 'payment.otp_sent',
      orderId,
      dedupe: `payment.otp_sent:${reference}:${tries}:${atMs}`,
      evidence: 'own record',
      data: { reference, transaction_id: attempt.transactionId, try: tries },
    }),
  }
  const isReserved = await reserveCall(
    context,
    () => transact(context, reserved),
    () => hasCallKey(context, reference, callKey),
  )
  return isReserved ? { tries, leaseUntilMs } : undefined
}

/** The outcome for the customer when the payment has ended without money; otherwise `undefined`. */
function failureOf(verdict: LinkedVerdict, tries: number): LinkedPaymentOutcome | undefined {
  if (verdict.kind === 'refused') {
    return { outcome: 'failed', code: verdict.code, reason: verdict.reason }
  }
  const isOver = verdict.kind === 'otp_wrong' && tries >= maxOtpTries
  return isOver ? { outcome: 'failed', code: 0, reason: 'too_many_wrong_codes' } : undefined
}

/**
 * Confirms the pending payment with the customer's one-time code. The code goes to the service and
 * nowhere else. When the answer to an earlier code was lost, the code is sent for the same
 * transaction once more: an acceptance settles the payment, any other answer does not. Assumes G-67.
 * and G-68.
 *
 * @throws TypeError when the code is empty or longer than 64 characters; the message does not
 *   repeat it
 * @see Specification 4.11
 */
export async function confirmOtp(
  context: OrdersContext,
  orderId: string,
  otp: string,
): Promise<LinkedPaymentOutcome> {
  checkContext('confirmOtp', context)
  requireFields('payment', otpRules, { otp })
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { outcome: 'not_found' }
  const row = confirmable(rows, context.now())
  const none = { outcome: 'failed', code: 0, reason: 'no_payment_awaits_a_code' } as const
  if (row === undefined || row.transactionId === null || row.linkId === null) {
    return (await stateAfter(context, orderId)) ?? none
  }
  const link = await readLink(context, row.linkId)
  const token = link === undefined ? ended : await openLinkToken(context, link)
  if (token.outcome !== 'open') {
    // The wallet is no longer linked; this says nothing about a code that was sent before.
    const state = row.state === 'payment_unknown' ? await stateAfter(context, orderId) : undefined
    return state ?? withoutToken(token)
  }
  const { userToken } = token
  // Minutes may have passed since the payment was requested. The code moves the money, not that
  // earlier call.
  if (row.state === 'awaiting_otp') {
    const payment = await findHostedPayment(context, rows)
    if (payment === 'unknown') return { outcome: 'busy' }
    if (payment === 'paid') return (await stateAfter(context, orderId)) ?? none
  }
  const confirmation = await reserveConfirmation(context, row)
  if (confirmation === undefined) return (await stateAfter(context, orderId)) ?? { outcome: 'busy' }
  const { tries, leaseUntilMs } = confirmation
  const { reference, transactionId } = row
  const subject = { orderId, reference, endpoint: 'confirmOnlineTransaction' } as const
  const called = await callOnce(context, { subject, leaseUntilMs }, () =>
    context.port.confirmLinkedPayment({ reference, transactionId, userToken, otp }),
  )
  const attempt: LinkedAttempt = {
    orderId,
    reference,
    amountVnd: rows.order.amountVnd,
    points: row.points,
    holds: rows.order.holdsPayment,
    expiresAtMs: row.expiresAtMs,
    leaseUntilMs,
  }
  const mayHaveMoved = row.state === 'payment_unknown'
  const call = { step: 'confirming', transactionId, mayHaveMoved } as const
  const { answer } = called
  const [{ verdict, isOvertaken }] = await Promise.all([
    applyLinkedAnswer(context, { attempt, call, tries, answer }),
    storeCall(context, called, statusOfAnswer(answer)),
  ])
  const failed = failureOf(verdict, tries)
  if (failed !== undefined && !isOvertaken) return failed
  const readState = verdict.kind === 'otp_wrong' ? stateAfterWrongCode : stateAfter
  return (await readState(context, orderId)) ?? failed ?? none
}
