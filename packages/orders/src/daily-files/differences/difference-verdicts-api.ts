import type { DayDifference, DifferenceVerdictKind, PlacedDifference } from './differences-api.ts'

/** A verdict of an operator on a difference, with its reason. */
export interface NewDifferenceVerdict {
  /** Id of the run that found the difference, as in the list. */
  readonly runId: string
  /** Position of the difference, as in the list. */
  readonly position: number
  readonly verdict: DifferenceVerdictKind
  /** 1 to 255 characters. */
  readonly reason: string
  /** Who decides, 1 to 64 characters. */
  readonly staffId: string
}

/** What became of a verdict: it is recorded only with `decided`. */
export type DifferenceVerdictOutcome =
  /** The verdict is recorded; repeating the same verdict by the same person returns this again. */
  | { readonly outcome: 'decided'; readonly difference: DayDifference }
  /** Somebody has already decided; nothing was changed. */
  | { readonly outcome: 'decided_before'; readonly difference: DayDifference }
  /**
   * The files of a later day have cleared the difference (`cleared` says which day), and nobody had
   * decided it before. Nothing was recorded: there is nothing to decide, or the difference of the
   * later day is the one to decide.
   */
  | { readonly outcome: 'cleared'; readonly difference: DayDifference }
  /**
   * The day has another current run because a file was replaced, or there is no difference at this
   * position. Nothing was recorded: the new run may find other rows, or no difference.
   */
  | { readonly outcome: 'not_standing' }

/** A day whose differences wait for verdicts. */
export interface UndecidedDay {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  /** Id of the current run of the day. */
  readonly runId: string
  /** Differences of the run. */
  readonly total: number
  /** Differences that have no verdict and were not cleared by later files. */
  readonly undecided: number
}

/** Undecided differences, the oldest day first. */
export interface UndecidedDifferences {
  /** Days, among the last hundred, with differences that wait for a verdict. */
  readonly days: readonly UndecidedDay[]
  /** The first of these differences, at most 50. */
  readonly differences: readonly PlacedDifference[]
}

/** Queries of operators about differences that wait for a verdict. */
export interface UndecidedDifferencesApi {
  /** Lists the differences that wait for a verdict, and their days. */
  listUndecidedDifferences(): Promise<UndecidedDifferences>
}

/** Actions of operators on differences. */
export interface DifferenceVerdictsApi {
  /** Records a verdict on a difference of the current run of a day. */
  decideDifference(day: string, verdict: NewDifferenceVerdict): Promise<DifferenceVerdictOutcome>
}
