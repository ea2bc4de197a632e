import type { JournalData } from '../../database/schema.ts'
import { unknownToken } from '../../links/unknown-token.ts'
import type { LinkedTransaction } from '../../service/linked-port.ts'
import type { PortAnswer } from '../../service/port-answer.ts'

/** A call for a payment with a linked wallet, with what is known before its answer. */
export interface LinkedCall {
  /** `paying`: the call requested the payment; `confirming`: the call sent the customer's code. */
  readonly step: 'paying' | 'confirming'
  readonly reference: string
  /** The transaction that is being confirmed. */
  readonly transactionId?: string
  /**
   * Whether an earlier call for the same transaction may have moved the money; for a payment also
   * one that a restore of the database has discarded.
   */
  readonly mayHaveMoved: boolean
}

/** What an answer of the service says about the money of a payment. */
export type LinkedVerdict =
  /** The money was captured or is held. */
  | {
      readonly kind: 'paid' | 'held'
      readonly transactionId: string
      readonly walletNumber: string | null
    }
  /** The money moves once the customer has typed the one-time code. */
  | { readonly kind: 'otp_needed'; readonly transactionId: string }
  /** No money has moved: the code was wrong. */
  | { readonly kind: 'otp_wrong'; readonly data: JournalData }
  /** No money has moved, and the code was not checked. */
  | { readonly kind: 'otp_not_checked'; readonly data: JournalData }
  /** No money has moved, and none will. */
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }
  /** The answer does not say whether money has moved. */
  | { readonly kind: 'unknown'; readonly data: JournalData; readonly contradiction?: true }

const otpAwaited = 2

/** Codes that reject the caller (key, signature, time), independent of what the customer typed. */
function rejectsCaller(code: number): boolean {
  return [401, 403].includes(Math.floor(code / 10_000)) || code === 4040201
}

function readRefusal(
  answer: Extract<PortAnswer<LinkedTransaction>, { outcome: 'refused' }>,
  call: LinkedCall,
): LinkedVerdict {
  const { code, reason, applied, repeatedAfterUnknown } = answer
  const data = { code, reason }
  if (applied === 'maybe' || repeatedAfterUnknown) return { kind: 'unknown', data }
  if (call.mayHaveMoved) return { kind: 'unknown', data }
  if (call.step === 'paying') return { kind: 'refused', code, reason }
  // No other code and no retry helps: the wallet is no longer linked, or the payment is gone.
  if (code === unknownToken) return { kind: 'refused', code, reason }
  return rejectsCaller(code) ? { kind: 'otp_not_checked', data } : { kind: 'otp_wrong', data }
}

function readTransaction(
  answer: Extract<PortAnswer<LinkedTransaction>, { outcome: 'accepted' }>,
  call: LinkedCall,
): LinkedVerdict {
  const { reference = '', transactionId = '', status = '', verification = 0 } = answer.data
  const data = {
    transaction_id: transactionId,
    reference_of_answer: reference,
    transaction_status: status,
    verification_methods: verification,
  }
  const isOther = (call.transactionId ?? transactionId) !== transactionId
  const isNamed = transactionId !== '' && !isOther
  // A failure may omit the transaction, but must not name another one.
  const mayBeNameless = status === 'FAIL' && transactionId === ''
  if (reference !== call.reference || !(isNamed || mayBeNameless)) {
    return { kind: 'unknown', data, contradiction: true }
  }
  if (status === 'FAIL') {
    if (call.mayHaveMoved || answer.repeatedAfterUnknown) return { kind: 'unknown', data }
    return { kind: 'refused', code: 200, reason: 'payment_failed' }
  }
  const isCodeAwaited = call.step === 'paying' && verification === otpAwaited
  if (status === 'SUCCESS' || status === 'HOLDING') {
    // The answer contradicts itself: money cannot have moved while a code is awaited.
    if (isCodeAwaited) return { kind: 'unknown', data, contradiction: true }
    const kind = status === 'SUCCESS' ? 'paid' : 'held'
    return { kind, transactionId, walletNumber: answer.data.walletNumber ?? null }
  }
  return isCodeAwaited ? { kind: 'otp_needed', transactionId } : { kind: 'unknown', data }
}

/**
 * Interprets the service's answer to a payment with a linked wallet, or to its confirmation. Only
 * an answer that names our reference and its transaction counts; an answer that is not clearly an
 * acceptance or a refusal means unknown. Assumes G-38, G-66 and G-67.
 *
 * @see Specification 2.13 and 4.11
 */
export function readLinkedAnswer(
  answer: PortAnswer<LinkedTransaction>,
  call: LinkedCall,
): LinkedVerdict {
  switch (answer.outcome) {
    case 'accepted':
      return readTransaction(answer, call)
    case 'refused':
      return readRefusal(answer, call)
    case 'unlisted':
      return { kind: 'unknown', data: { code: answer.code } }
    case 'unknown':
      return { kind: 'unknown', data: {} }
    case 'not_sent':
      break
  }
  const reason = 'not_sent'
  if (call.step === 'paying') return { kind: 'refused', code: 0, reason }
  const kind = call.mayHaveMoved ? 'unknown' : 'otp_not_checked'
  return { kind, data: { code: 0, reason } }
}
