import type { OrdersContext } from '../orders-context.ts'
import { retryWrite } from '../pacing/retry-write.ts'
import { alertNotStarted } from '../payments/creation/alert-not-started.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { partsOfPrice } from '../rules/point-value.ts'
import type { LinkedTransaction } from '../service/linked-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { recordHeld } from './holds/hold-transitions.ts'
import { applyHeldAgainstVerdict } from './answers/against-verdict.ts'
import { alertNotTaken } from './answers/alert-not-taken.ts'
import type { LinkedAttempt } from './linked-attempt.ts'
import {
  recordPaymentUnknown,
  recordOtpNeeded,
  recordOtpNotChecked,
  recordOtpWrong,
  recordPaymentRefused,
} from './payment-transitions.ts'
import {
  readLinkedAnswer,
  type LinkedCall,
  type LinkedVerdict,
} from './answers/read-linked-answer.ts'
import { settleHold } from './holds/settle-hold.ts'

/** A call with its answer, or with the failure that ended it. */
export interface AnsweredCall {
  readonly attempt: LinkedAttempt
  readonly call: Omit<LinkedCall, 'reference'>
  /** Number of codes sent for this payment, including this one. */
  readonly tries: number
  readonly answer: PortAnswer<LinkedTransaction>
}

/**
 * Stores the result of an answer; repeating it changes nothing.
 *
 * @returns whether it changed the state of the payment; not when the answer came too late
 */
async function record(
  context: OrdersContext,
  { attempt, call, tries }: AnsweredCall,
  verdict: LinkedVerdict,
): Promise<boolean> {
  const { orderId, reference, amountVnd, points } = attempt
  switch (verdict.kind) {
    case 'paid':
      await settlePayment(context, {
        orderId,
        reference,
        serviceOrderId: null,
        transactionId: verdict.transactionId,
        status: partsOfPrice(amountVnd, points),
        foundBy: 'linked-wallet',
        evidence: 'answer of the service',
        walletNumber: verdict.walletNumber,
        data: { wallet_number: verdict.walletNumber },
      })
      return true
    case 'held':
      return recordHeld(context, attempt, verdict)
    case 'otp_needed':
      return recordOtpNeeded(context, attempt, verdict.transactionId)
    case 'otp_wrong':
      return recordOtpWrong(context, attempt, { tries, data: verdict.data })
    case 'otp_not_checked':
      return recordOtpNotChecked(context, attempt, verdict)
    case 'refused':
      return recordPaymentRefused(context, attempt, { from: call.step, ...verdict })
    case 'unknown':
      break
  }
  await recordPaymentUnknown(context, attempt, { from: call.step, tries, ...verdict })
  return true
}

/** Applies a late answer to a payment that a verdict has settled meanwhile. */
async function applyLate(
  context: OrdersContext,
  { attempt, tries }: AnsweredCall,
  verdict: LinkedVerdict,
): Promise<void> {
  if (verdict.kind === 'held') await applyHeldAgainstVerdict(context, attempt, verdict)
  else await alertNotTaken(context, attempt, { says: verdict.kind, tries })
}

/**
 * Stores the service's answer to a payment with a linked wallet.
 *
 * @returns what the answer says, and whether it came too late to change the payment
 */
export async function applyLinkedAnswer(
  context: OrdersContext,
  answered: AnsweredCall,
): Promise<{ readonly verdict: LinkedVerdict; readonly isOvertaken: boolean }> {
  const { attempt, call, answer } = answered
  const verdict = readLinkedAnswer(answer, { ...call, reference: attempt.reference })
  const isRecorded = await retryWrite(context, () => record(context, answered, verdict))
  if (!isRecorded) await retryWrite(context, () => applyLate(context, answered, verdict))
  if (answer.outcome === 'refused' && answer.kind === 'not_processed') {
    const { code, reason } = answer
    const { orderId } = attempt
    await alertNotStarted(context, { orderId, data: { code, reason }, isTurnedAway: true })
  }
  // Only a hold that must be captured or released immediately is due now.
  if (verdict.kind === 'held') await settleHold(context, attempt.reference)
  return { verdict, isOvertaken: !isRecorded }
}
