/** What a kind of alert is about; the runbook has a section for each. */
export type AlertSubject =
  | 'payments'
  | 'refunds'
  | 'linked wallets'
  | 'transfers'
  | 'work and webhooks'
  | 'daily files'

/**
 * What ends the matter of an alert for good, in words that go on "it closes by itself once ...". Nothing is left to do for a
 * person then.
 */
export const closingCauses = {
  refund_known: 'the refund, or a half of it, is known to be returned or not',
  refund_complete: 'nothing is owed of the refund any more',
  transfer_known: 'the transfer is known to be made or not',
  transfer_made: 'the transfer is made',
  payment_known: 'it is known what became of the payment',
  hold_ended: 'the held money is taken or given back',
  wallet_unlinked: 'the wallet is unlinked at the service',
  question_answered: 'the service answers the question, or nobody asks it any more',
  order_confirmed: 'the order is paid or disputed, or a person has called it unpaid',
  callback_settled: 'the callback has found its order and is settled',
  event_delivered: 'the event is delivered',
  outcome_known: 'the outcome is known',
  day_reconciled: 'the day is reconciled',
} as const

/** A name of one of {@link closingCauses}. */
export type ClosingCause = keyof typeof closingCauses

/** What a person on call reads about a kind of alert. */
export interface AlertKindEntry {
  readonly about: AlertSubject
  /** What has happened, and what it means for money. */
  readonly meaning: string
  /** What to do now. */
  readonly remedy: string
  /** What closes it without a person, where something does. */
  readonly closesOnce?: ClosingCause
  /** Whether no event tells endpoints of it, because it is about such events. */
  readonly isQuiet?: true
  /**
   * Whether it tells what is now each time that it is raised, such as an age, a sum or a cause; another keeps what it told
   * when it was opened.
   */
  readonly tellsWhatIs?: true
}
