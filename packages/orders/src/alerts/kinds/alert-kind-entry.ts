/** What a kind of alert is about; the runbook has a section for each. */
export type AlertSubject =
  | 'payments'
  | 'refunds'
  | 'linked wallets'
  | 'transfers'
  | 'work and webhooks'
  | 'daily files'

/**
 * Causes that end an alert for good, after which nobody has to act. Each text completes the
 * sentence "It closes by itself once ...".
 */
export const closingCauses = {
  refund_known: 'the refund, or a half of it, is known to be returned or not',
  refund_not_repeated:
    'the refund, or a half of it, is known to be returned or not, or the call is not retried any more',
  refund_complete: 'nothing of the refund is owed any more',
  refund_returned: 'all of the refund counts as returned',
  refund_recorded:
    'the row is recorded as a refund of the order, one of its refunds has the wallet code of the row, or the difference of the row has a verdict',
  transfer_known: 'the transfer is known to be made or not',
  transfer_made: 'the transfer is made',
  payment_known: 'the outcome of the payment is known',
  payment_paid: 'the payment counts as paid',
  transaction_corrected:
    'the payment or the transfer is under the transaction that the service has named',
  row_settled:
    'the difference of the row has a verdict, or the order store counts the transaction of the row',
  hold_ended: 'the held money is captured or released',
  hold_known: 'the service says that it has captured or released the money',
  hold_not_repeated:
    'the held money is captured or released, or the request is not retried any more',
  link_known: 'the service says whether the customer has confirmed the link',
  link_not_repeated:
    'the service says whether the customer has confirmed the link, or the query is not repeated any more',
  wallet_unlinked: 'the wallet is unlinked at the service',
  unlink_not_repeated:
    'the wallet is unlinked at the service, or the request is not retried any more',
  question_answered: 'the service answers the query, or it is no longer repeated',
  order_confirmed: 'the order is paid or disputed, or a person has denied the payment',
  dispute_ended:
    'the payment is accepted, returned in full, released to the other order, or ended as never made',
  payments_started: 'its hour is over, and a payment could be started since',
  callback_settled: 'the callback has found its order and is settled',
  callback_not_repeated: 'the callback is settled, or it is given up and another alert says so',
  confirmations_answered:
    'its hour is over, and no callback waits for an answer of the service any more',
  callbacks_back: 'its hour or its day is over, and a callback has arrived since',
  event_delivered: 'the event is delivered',
  work_done: 'its hour is over, and no work is left undone any more',
  nothing_waits: 'no event waits for the endpoint any more',
  outcome_known: 'the outcome is known',
  verdict_confirmed:
    'a file or an answer of the service names the payment, the refund or the transfer, or the payment is ended as never made',
  day_reconciled: 'the day is reconciled',
  day_compared_anew: 'the day was compared again, with another file',
  differences_decided:
    'every difference of the day has a verdict, or is cleared by the files of a later day',
} as const

/** A name of one of {@link closingCauses}. */
export type ClosingCause = keyof typeof closingCauses

/** What ends an alert: a cause that closes it automatically, or only a person, and why. */
type AlertEnding =
  | {
      /** The cause that closes the alert automatically. */
      readonly closesOnce: ClosingCause
      readonly closedByHand?: never
    }
  | {
      readonly closesOnce?: never
      /** Why only a person closes the alert. Completes the sentence "Only a person closes it: ...". */
      readonly closedByHand: string
    }

/** The text that the person on call reads about a kind of alert. */
export type AlertKindEntry = AlertEnding & {
  readonly about: AlertSubject
  /** What has happened, and what it means for money. */
  readonly meaning: string
  /** What to do now. */
  readonly remedy: string
  /** The alert sends no webhook event, because it is about the delivery of such events. */
  readonly isQuiet?: true
  /**
   * Raising the alert again updates its details, such as an age, a sum or a cause. Without this
   * flag the alert keeps the details that it had when it was opened.
   */
  readonly replacesFacts?: true
}
