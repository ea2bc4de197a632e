import type { DayDifference, DifferenceVerdictKind, PlacedDifference } from './differences-api.ts'

/** A verdict that is to be given. */
export interface NewDifferenceVerdict {
  /** Run that has found the difference, as the list names it. */
  readonly runId: string
  /** Position of the difference, as the list names it. */
  readonly position: number
  readonly verdict: DifferenceVerdictKind
  /** 1 to 255 characters. */
  readonly reason: string
  /** Who decides, 1 to 64 characters. */
  readonly staffId: string
}

/** What became of a verdict on a difference. */
export type DifferenceVerdictOutcome =
  /** It stands; a repeat of the same verdict by the same person says so again. */
  | { readonly outcome: 'decided'; readonly difference: DayDifference }
  /** Somebody has decided before; nothing was changed. */
  | { readonly outcome: 'decided_before'; readonly difference: DayDifference }
  /**
   * Another run stands for the day, since one of the files was replaced, or nothing stands at this position. Nothing was
   * decided: the new run may find other rows, or no difference.
   */
  | { readonly outcome: 'not_standing' }

/** A day whose differences wait for verdicts. */
export interface UndecidedDay {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  readonly runId: string
  /** Differences of the run. */
  readonly total: number
  /** Those without a verdict. */
  readonly undecided: number
}

/** Differences without a verdict, the oldest day first. */
export interface UndecidedDifferences {
  /** Days of the last hundred that have some. */
  readonly days: readonly UndecidedDay[]
  /** The first of them, at most 50. */
  readonly differences: readonly PlacedDifference[]
}

/** What an operator may ask about the differences that wait for a verdict. */
export interface UndecidedDifferencesApi {
  /** Differences that wait for a verdict, with the days that have some. */
  listUndecidedDifferences(): Promise<UndecidedDifferences>
}

/** What people may do about differences. */
export interface DifferenceVerdictsApi {
  /** Decides a difference of the run that stands for a day. */
  decideDifference(day: string, verdict: NewDifferenceVerdict): Promise<DifferenceVerdictOutcome>
}
