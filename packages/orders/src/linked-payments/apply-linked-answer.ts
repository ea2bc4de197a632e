import type { OrdersContext } from '../orders-context.ts'
import { retryWrite } from '../pacing/retry-write.ts'
import { alertNotStarted } from '../payments/alert-not-started.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { partsOfPrice } from '../rules/point-value.ts'
import type { LinkedTransaction } from '../service/linked-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { recordHeld } from './hold-transitions.ts'
import type { LinkedAttempt } from './linked-attempt.ts'
import {
  recordPaymentUnknown,
  recordOtpNeeded,
  recordOtpNotChecked,
  recordOtpWrong,
  recordPaymentRefused,
} from './payment-transitions.ts'
import { readLinkedAnswer, type LinkedCall, type LinkedVerdict } from './read-linked-answer.ts'
import { settleHold } from './settle-hold.ts'

/** A call with its answer, or with the failure that ended it. */
export interface AnsweredCall {
  readonly attempt: LinkedAttempt
  readonly call: Omit<LinkedCall, 'reference'>
  /** Number of codes sent for this payment, including this one. */
  readonly tries: number
  readonly answer: PortAnswer<LinkedTransaction>
}

/** Stores the result of an answer; repeating it changes nothing. */
async function record(
  context: OrdersContext,
  { attempt, call, tries }: AnsweredCall,
  verdict: LinkedVerdict,
): Promise<void> {
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
      return
    case 'held':
      await recordHeld(context, attempt, verdict)
      return
    case 'otp_needed':
      await recordOtpNeeded(context, attempt, verdict.transactionId)
      return
    case 'otp_wrong':
      await recordOtpWrong(context, attempt, { tries, data: verdict.data })
      return
    case 'otp_not_checked':
      await recordOtpNotChecked(context, attempt, { tries, data: verdict.data })
      return
    case 'refused':
      await recordPaymentRefused(context, attempt, { from: call.step, tries, ...verdict })
      return
    case 'unknown':
      await recordPaymentUnknown(context, attempt, { from: call.step, tries, ...verdict })
  }
}

/**
 * Stores the service's answer to a payment with a linked wallet.
 *
 * @returns what the answer says
 */
export async function applyLinkedAnswer(
  context: OrdersContext,
  answered: AnsweredCall,
): Promise<LinkedVerdict> {
  const { attempt, call, answer } = answered
  const verdict = readLinkedAnswer(answer, { ...call, reference: attempt.reference })
  await retryWrite(context, () => record(context, answered, verdict))
  if (answer.outcome === 'refused' && answer.kind === 'not_processed') {
    const { code, reason } = answer
    const { orderId } = attempt
    await alertNotStarted(context, { orderId, data: { code, reason }, isTurnedAway: true })
  }
  // Only a hold that must be captured or released immediately is due now.
  if (verdict.kind === 'held') await settleHold(context, attempt.reference)
  return verdict
}
