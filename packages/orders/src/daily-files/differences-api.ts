import type { DifferingTransaction } from '@merchant-edge/reconcile'
import type { AttemptState } from '../states/attempt-state.ts'
import type { RefundState } from '../states/refund-state.ts'
import type { TransferState } from '../states/transfer-state.ts'

/**
 * What a person says of a difference. `ours`: our row is right, and the service is asked to correct its own; `service`: the
 * row of the service is right; `explained`: both are as they should be, for a reason that the files do not show.
 */
export type DifferenceVerdictKind = 'ours' | 'service' | 'explained'

/** A verdict on a difference, as it stands in the journal. */
export interface DifferenceVerdict {
  readonly verdict: DifferenceVerdictKind
  /** Why; empty once personal data of its time were removed. */
  readonly reason: string
  /** Who decided. */
  readonly staffId: string
  /** When, in seconds since 1970. */
  readonly at: number
}

/** What people have said about a difference. */
export interface VerdictsOfDifference {
  /** About these very rows. */
  readonly verdict?: DifferenceVerdict
  /** About other rows of the same transaction, which a file that was replaced had; the newest one. */
  readonly earlierVerdict?: DifferenceVerdict
}

/** What of this side a difference is about, as it stands now. */
export type OurTransaction =
  | {
      readonly kind: 'payment'
      /** Our reference of the attempt. */
      readonly id: string
      readonly orderId: string
      readonly state: AttemptState
    }
  | {
      readonly kind: 'refund'
      readonly id: string
      readonly orderId: string
      readonly state: RefundState
    }
  | {
      readonly kind: 'transfer'
      /** The shop's own id of the transfer. */
      readonly id: string
      readonly state: TransferState
    }

/** A difference of a day with the rows of both sides, and what it is about. */
export interface DayDifference extends DifferingTransaction, VerdictsOfDifference {
  /** Names it within its run. */
  readonly position: number
  /** Found by its invoice code, else by the service's transaction id; empty when nothing of ours has them. */
  readonly ours: readonly OurTransaction[]
}

/** A difference with the day and the run that it belongs to. */
export interface PlacedDifference extends DayDifference {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  readonly runId: string
}

/** What a difference may be looked for by. */
export type DifferenceSubject = 'order' | 'transfer'

/** Which differences of a day are asked for. */
export interface DifferencesFilter {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  /** Where the page before ended. */
  readonly cursor?: string
  /** 1 to 50; 20 when left out. */
  readonly limit?: number
}

/** The differences of the run that stands for a day. */
export type DifferencesOutcome =
  | {
      readonly outcome: 'listed'
      readonly runId: string
      /** How many the run has found. */
      readonly total: number
      /** How many of them have a verdict. */
      readonly decided: number
      /** Sorted by wallet transaction code. */
      readonly differences: readonly DayDifference[]
      /** Where the next page begins; missing on the last one. */
      readonly cursor?: string
    }
  /** The day is not followed, its files are not compared yet, or the comparison was stopped. */
  | { readonly outcome: 'not_compared' }
  /** The run is older than the rows of both sides are kept, or its object is gone: its result file has what differs. */
  | { readonly outcome: 'not_kept'; readonly total: number }
  /** The day has been compared anew since the page before: begin with the first page. */
  | { readonly outcome: 'compared_anew' }

/** What an operator may ask about the differences of an order or a transfer. */
export interface DifferencesAboutApi {
  /**
   * The differences of the daily files that name an order, by one of its payments or refunds, or a transfer, each with its
   * verdict: of the runs that stand, the newest day first, at most 20. Those of a run that has just been finished are found
   * within a minute.
   *
   * @param id id of the order, or the shop's own id of the transfer
   */
  listDifferencesAbout(about: DifferenceSubject, id: string): Promise<readonly PlacedDifference[]>
}

/** What an operator may ask about the differences of a day. */
export interface DifferencesApi {
  /** The differences of a day with the rows of both sides, in pages. */
  listDifferences(filter: DifferencesFilter): Promise<DifferencesOutcome>
  /**
   * One difference of a run; `null` when another run stands for the day, or nothing stands at this position.
   *
   * @param runId run that has found it
   * @param position as the list names it
   */
  findDifference(day: string, runId: string, position: number): Promise<DayDifference | null>
}
