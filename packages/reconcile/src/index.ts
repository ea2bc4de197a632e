export { reconcile } from './reconcile.ts'
export type {
  OpenFile,
  Progress,
  ReconcileInput,
  ReconcileOptions,
  ReconcileOutputs,
} from './run/reconcile-options.ts'
export type { Manifest, ManifestInput, OutputName, Reconciliation } from './run/reconciliation.ts'
export type { CarriedCounts, DayCount, Difference } from './run/outcome-tally.ts'
export { ReconcileError, type ReconcileErrorCode } from './reconcile-error.ts'

export type { Column, ColumnKind } from './layouts/column.ts'
export type { InputLayout, Layout, Side } from './layouts/layout.ts'
export { partnerLayout } from './layouts/partner-layout.ts'
export { serviceLayout } from './layouts/service-layout.ts'
export { resultLayout } from './layouts/result-layout.ts'
export { sharedColumnNames, type SharedColumnName } from './layouts/shared-columns.ts'

export {
  formatFileName,
  parseFileName,
  type FileKind,
  type FileName,
} from './file-names/file-name.ts'

export {
  checksumProfiles,
  findChecksumProfile,
  type ChecksumProfile,
  type ChecksumProfileName,
} from './checksum/checksum-profile.ts'
export { checksumOfValues } from './checksum/checksum-of-values.ts'
export { detectChecksumProfile, type DetectedProfile } from './checksum/detect-checksum-profile.ts'
export { md5Hex } from './checksum/md5-hex.ts'
export { kernelModuleBytes } from './kernels/kernel-module.ts'

export { reconciliationJson } from './output/reconciliation-json.ts'
export { formatSummary } from './output/format-summary.ts'
export type { Language } from './output/summary-words.ts'
export { formatRow } from './output/format-row.ts'
export { formatRecord, formatRecordForPeople } from './csv/field-text.ts'
export { readRows, type ReadRow } from './csv/read-rows.ts'
export { amountParts } from './rows/amount-parts.ts'

export type {
  ExceptionKind,
  ExceptionReason,
  RowException,
  RowOrigin,
} from './exceptions/row-exception.ts'
export type { ComparisonRules, ReconciliationStatus } from './matching/transaction.ts'
export type { Proposal, ResidueRules } from './matching/residue-rules.ts'
export type { Bridge, BridgeLine } from './totals/bridge.ts'
export type { ControlTotal } from './totals/control-totals.ts'
export type { Sums } from './totals/totals-table.ts'
export type {
  Engine,
  EngineFactory,
  EngineSettings,
  FileTally,
  RowSource,
  Selection,
  StreamDigest,
  Suspicion,
} from './engine/engine.ts'
