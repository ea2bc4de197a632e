import type { ClearedTransaction, DifferingTransaction } from '@merchant-edge/reconcile'
import type { AttemptState } from '../../states/attempt-state.ts'
import type { RefundState } from '../../states/refund-state.ts'
import type { TransferState } from '../../states/transfer-state.ts'

/**
 * Verdict of a person on a difference. `ours`: our row is right, and the service is asked to
 * correct its row; `service`: the row of the service is right; `explained`: both rows are right,
 * for a reason that the files do not show.
 */
export type DifferenceVerdictKind = 'ours' | 'service' | 'explained'

/** A verdict on a difference, as recorded in the journal. */
export interface DifferenceVerdict {
  /**
   * `ours`: our row is right; `service`: the row of the service is right; `explained`: both are
   * right.
   */
  readonly verdict: DifferenceVerdictKind
  /** Reason; empty once personal data were erased. */
  readonly reason: string
  /** Who decided. */
  readonly staffId: string
  /** When, in seconds since 1970. */
  readonly at: number
}

/** How the files of a later day have cleared a one-sided difference: another row has arrived. */
export interface ClearedDifference {
  /** The later day, `YYYY-MM-DD` in Vietnam. */
  readonly on: string
  /**
   * Status of the transaction on that day: `00`: both sides agree; any other is a difference of
   * that day: `01`: success at the service only; `02`: success at the partner only; `03`: a
   * compared column differs.
   */
  readonly status: ClearedTransaction['status']
}

/** Verdicts on a difference, and whether it was cleared without one. */
export interface VerdictsOfDifference {
  /** Verdict on exactly these rows. */
  readonly verdict?: DifferenceVerdict
  /** Newest verdict on other rows of the same transaction, from a file that was replaced since. */
  readonly earlierVerdict?: DifferenceVerdict
  /** The later files that have cleared the difference, which then needs no verdict. */
  readonly cleared?: ClearedDifference
}

/** What our payments, refunds and transfers have in common where a difference is about them. */
interface OurTransactionFields {
  /** What it is: `payment`, `refund` or `transfer`. */
  readonly kind: 'payment' | 'refund' | 'transfer'
  /** Our reference of the payment attempt, or the shop's own id of the refund or transfer. */
  readonly id: string
  /** State of the payment attempt, refund or transfer now, as in the record itself. */
  readonly state: AttemptState | RefundState | TransferState
}

/** Our payment that a difference is about. */
export interface OurPayment extends OurTransactionFields {
  readonly kind: 'payment'
  /** The merchant's own order id. */
  readonly orderId: string
  readonly state: AttemptState
}

/** Our refund that a difference is about. */
export interface OurRefund extends OurTransactionFields {
  readonly kind: 'refund'
  /** The merchant's own order id. */
  readonly orderId: string
  readonly state: RefundState
}

/** Our transfer that a difference is about. */
export interface OurTransfer extends OurTransactionFields {
  readonly kind: 'transfer'
  readonly state: TransferState
}

/** Our payment, refund or transfer that a difference is about, in its current state. */
export type OurTransaction = OurPayment | OurRefund | OurTransfer

/** A difference of a day with the rows of both sides and our transactions. */
export interface DayDifference extends DifferingTransaction, VerdictsOfDifference {
  /** Identifies the difference within its run. */
  readonly position: number
  /**
   * Our transactions, found by the invoice code, else by the service's transaction id; empty when
   * none matches.
   */
  readonly ours: readonly OurTransaction[]
}

/** A difference with the day and the run that it belongs to. */
export interface PlacedDifference extends DayDifference {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  /** Id of the run that found the difference. */
  readonly runId: string
}

/** Kinds of subjects by which differences can be looked up. */
export type DifferenceSubject = 'order' | 'transfer'

/** Filter of the differences of a day. */
export interface DifferencesFilter {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  /** Where the page before ended. */
  readonly cursor?: string
  /** 1 to 50; 20 when left out. */
  readonly limit?: number
}

/** The differences of the current run of a day. */
export type DifferencesOutcome =
  | {
      readonly outcome: 'listed'
      readonly runId: string
      /** Number of differences of the run. */
      readonly total: number
      /** Number of differences that have a verdict, or that were cleared by later files. */
      readonly decided: number
      /** Sorted by wallet transaction code. */
      readonly differences: readonly DayDifference[]
      /** Where the next page begins; missing on the last one. */
      readonly cursor?: string
    }
  /** The day is not tracked, its files are not compared yet, or the comparison was stopped. */
  | { readonly outcome: 'not_compared' }
  /**
   * The run is from before the rows of both sides were stored, or its object is gone: the result
   * file still lists the differences.
   */
  | { readonly outcome: 'not_kept'; readonly total: number }
  /** The day was compared again since the previous page: start over with the first page. */
  | { readonly outcome: 'compared_anew' }

/** Queries of operators about the differences of an order or a transfer. */
export interface DifferencesAboutApi {
  /**
   * The differences of the daily files that name an order (by one of its payments or refunds) or a
   * transfer, each with its verdict: only of current runs, newest day first, at most 20.
   * Differences of a run that has just finished are found within a minute.
   *
   * @param id id of the order, or the shop's own id of the transfer
   */
  listDifferencesAbout(about: DifferenceSubject, id: string): Promise<readonly PlacedDifference[]>
}

/** Queries of operators about the differences of a day. */
export interface DifferencesApi {
  /** The differences of a day with the rows of both sides, in pages. */
  listDifferences(filter: DifferencesFilter): Promise<DifferencesOutcome>
  /**
   * One difference of a run; `null` when the run is not the current run of the day, or has no
   * difference at this position.
   *
   * @param runId id of the run that found the difference
   * @param position as in the list
   */
  findDifference(day: string, runId: string, position: number): Promise<DayDifference | null>
}
