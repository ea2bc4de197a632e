export { reconcile } from './reconcile.ts'
export type { ByteSource, OpenedFile, RandomAccess } from './csv/byte-source.ts'
export type {
  OpenFile,
  Progress,
  ReconcileInput,
  ReconcileOptions,
  ReconcileOutputs,
} from './reconcile-options.ts'
export { ReconcileError, type ReconcileErrorCode } from './reconcile-error.ts'

export type { Manifest, Reconciliation } from './outcome/reconciliation.ts'
export type {
  ClearedTransaction,
  DifferingColumns,
  DifferingRow,
  DifferingTransaction,
} from './output/differing-transaction.ts'
export type { FileStore } from './file-store.ts'
export { checkForeignRules, type ForeignRule } from './foreign/foreign-rules.ts'
export type { ForeignSettings, UnmatchedTransaction } from './foreign/foreign-settings.ts'
export type { ForeignOutcome, ForeignTransaction } from './outcome/foreign-tally.ts'
export type { Difference } from './outcome/outcome-tally.ts'
export type { ReconciliationStatus } from './matching/compare-sides.ts'
export type { RowSpill } from './row-spill.ts'
export type { Proposal, ResidueRules } from './matching/propose.ts'
export type { ExceptionKind } from './rows/row-exception.ts'
export type { SharedColumnName, Side } from './layouts.ts'

export {
  checksumProfiles,
  findChecksumProfile,
  type ChecksumProfile,
  type ChecksumProfileName,
} from './checksum/checksum-profile.ts'
export { detectChecksumProfile, type DetectedProfile } from './detect-checksum-profile.ts'

export { formatSummary } from './summary/format-summary.ts'
export { reconciliationJson } from './summary/reconciliation-json.ts'
export type { Language } from './summary/messages.ts'
