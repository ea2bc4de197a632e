/** What a journal line of an order or of a transfer says has happened. */
export type TimelineKind =
  | 'order.opened'
  | 'order.expired'
  | 'order.disputed'
  | 'attempt.started'
  | 'attempt.created'
  | 'attempt.create_unknown'
  | 'attempt.refused'
  | 'attempt.failed'
  | 'attempt.expired'
  | 'attempt.service_order_known'
  | 'callback.received'
  | 'callback.matched'
  | 'callback.replayed'
  | 'payment.started'
  | 'payment.otp_awaited'
  | 'payment.otp_sent'
  | 'payment.otp_refused'
  | 'payment.otp_not_checked'
  | 'payment.otp_expired'
  | 'payment.otp_abandoned'
  | 'payment.arrived'
  | 'payment.accepted'
  | 'payment.held'
  | 'payment.confirmed'
  | 'payment.contradicted'
  | 'payment.corrected'
  | 'payment.disputed'
  | 'payment.refused'
  | 'payment.denied'
  | 'payment.released'
  | 'payment.reopened'
  | 'payment.known'
  | 'payment.unknown'
  | 'transaction.known'
  | 'hold.capture_asked'
  | 'hold.release_asked'
  | 'hold.released'
  | 'hold.contradicted'
  | 'hold.known'
  | 'hold.superfluous'
  | 'refund.proposed'
  | 'refund.approved'
  | 'refund.proposal_refused'
  | 'refund.reserved'
  | 'refund.settled'
  | 'refund.accepted'
  | 'refund.refused'
  | 'refund.contradicted'
  | 'refund.unknown'
  | 'refund.presumed'
  | 'refund.withdrawn'
  | 'refund.elsewhere'
  | 'transfer.requested'
  | 'transfer.succeeded'
  | 'transfer.contradicted'
  | 'transfer.known'
  | 'transfer.refused'
  | 'transfer.unknown'
  | 'difference.decided'
  | 'alert.acknowledged'
  | 'alert.closed'
  | 'event.delivered'
  | 'event.resend_asked'
  | 'person.erased'

/** What a journal line says has happened. */
export type JournalKind =
  | TimelineKind
  | 'endpoint.paused'
  | 'endpoint.resumed'
  | 'link.callback_received'
  | 'link.created'
  | 'link.ended'
  | 'link.expired'
  | 'link.linked'
  | 'link.refused'
  | 'link.requested'
  | 'link.second'
  | 'link.unanswered'
  | 'link.unlink_asked'
  | 'link.unlinked'
  | 'operator.sign_in_approved'
  | 'operator.signed_in'
  | 'operator.signed_out'
  | 'reconciliation.forced'

/** The first journal row that was tampered with, and what is wrong with it. */
export interface BrokenRow {
  /** Position of the row in the journal, from 1. */
  readonly seq: number
  /**
   * `row_changed`: its content was changed; `row_removed`: a row is missing; `row_slipped_in`: a
   * row was added.
   */
  readonly reason: 'row_changed' | 'row_removed' | 'row_slipped_in'
}

/** Result of a verification of the journal. */
export interface JournalVerdict {
  /** Number of sealed rows that are unchanged. */
  readonly verified: number
  /** Number of rows after the last seal; the next sweep seals them. */
  readonly unsealed: number
  /**
   * The last valid seal. Stored outside the database, it proves later that the journal was not
   * truncated.
   */
  readonly head: string
  /** The first row that was changed; missing when all are unchanged. */
  readonly broken?: BrokenRow
}

/** Result of one step of a verification; its counts are those of this step. */
export interface JournalStep extends JournalVerdict {
  /** The last verified row; 0 before the first. */
  readonly seq: number
  /** The last row of the journal when the step began. */
  readonly lastSeq: number
  /** Start of the next step; missing after the last step. */
  readonly cursor?: string
}
