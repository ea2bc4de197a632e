export type {
  DailyFilesApi,
  ForceOutcome,
  PartnerFile,
  PartnerFileOutcome,
  ReconciliationView,
  RunOutput,
  RunOutputs,
  RunTotals,
  ServiceResult,
} from './daily-files-api.ts'
export type {
  ClearedDifference,
  DayDifference,
  DifferenceVerdict,
  DifferencesAboutApi,
  DifferenceSubject,
  DifferenceVerdictKind,
  DifferencesApi,
  DifferencesFilter,
  DifferencesOutcome,
  OurTransaction,
  PlacedDifference,
  VerdictsOfDifference,
} from './differences/differences-api.ts'
export type {
  DifferenceVerdictOutcome,
  DifferenceVerdictsApi,
  NewDifferenceVerdict,
  UndecidedDay,
  UndecidedDifferences,
  UndecidedDifferencesApi,
} from './differences/difference-verdicts-api.ts'
export type { Undecided, UndecidedApi, UndecidedFilter, UndecidedQueue } from './undecided-api.ts'
export {
  comparedColumns,
  type DailyFilesContext,
  type DailyFilesSettings,
  type HeaderRows,
} from './daily-files-context.ts'
export {
  alertForeignBucket,
  alertUnreachableBucket,
  bindBucket,
  compareBucket,
  type ForeignBucket,
  type OwnerOfFiles,
} from './bucket/bind-bucket.ts'
export type {
  CheckedRange,
  RangedReading,
  RangedRun,
  RangeInvocations,
} from './comparison/range-invocations.ts'
export { checkRangeOfRun, collectRangeOfRun } from './comparison/read-range.ts'
export { openPartnerFile } from './partner-file/open-partner-file.ts'
export { writePartnerFile, type PartnerFileWriting } from './partner-file/write-partner-file.ts'
export { forceReconciliation } from './comparison/force-reconciliation.ts'
export { findReconciliation, listReconciliations } from './comparison/find-reconciliation.ts'
export { findDifference, listDifferences } from './differences/list-differences.ts'
export { listDifferencesAbout } from './differences/list-differences-about.ts'
export { decideDifference } from './differences/decide-difference.ts'
export { listUndecidedDifferences } from './differences/list-undecided-differences.ts'
export { listUndecided } from './list-undecided.ts'
export { processDailyFiles, type DailyFilesReport } from './process-daily-files.ts'
