import type { ExceptionKind, RowOrigin } from '../exceptions/row-exception.ts'
import type { Side } from '../layouts/layout.ts'
import type { Proposal } from '../matching/residue-rules.ts'
import type { ComparisonRules, ReconciliationStatus } from '../matching/transaction.ts'
import type { WrittenOutput } from '../output/text-writer.ts'
import type { Bridge } from '../totals/bridge.ts'
import type { ControlTotal } from '../totals/control-totals.ts'
import type { CarriedCounts, DayCount, Difference } from './outcome-tally.ts'

/** What a run read from one file. */
export interface ManifestInput {
  readonly side: Side
  readonly origin: RowOrigin
  readonly name?: string
  readonly bytes: number
  readonly sha256: string
  readonly rows: number
  readonly goodRows: number
  readonly badChecksumRows: number
  readonly malformedRows: number
  readonly isHeaderSkipped: boolean
}

/** Names of the files that a run writes. */
export type OutputName = 'result' | 'exceptions' | 'carriedPartner' | 'carriedService'

/** What a run was made from and what it made. The same inputs and settings give the same manifest. */
export interface Manifest {
  /** 32 hex digits of the content: of the inputs, the settings, and nothing else. */
  readonly runId: string
  readonly day?: string
  readonly inputs: readonly ManifestInput[]
  readonly outputs: Readonly<Partial<Record<OutputName, WrittenOutput>>>
  /** Name of the checksum profile. */
  readonly profile: string
  readonly rules: ComparisonRules
  /** Whether every row was compared field by field. */
  readonly isExact: boolean
  /** Whether agreeing transactions are in the result as well. */
  readonly isAll: boolean
}

/** The outcome of a run. */
export interface Reconciliation {
  /** Transactions by their status. */
  readonly counts: Readonly<Record<ReconciliationStatus, number>>
  /** Rows that were set aside, by kind. */
  readonly exceptions: Readonly<Record<ExceptionKind, number>>
  /** Control totals of the rows of the day that took part, without duplicates. */
  readonly totals: Readonly<Record<Side, readonly ControlTotal[]>>
  readonly bridge: Bridge
  readonly manifest: Manifest
  /** Rows without success that the other side does not have: no difference. */
  readonly oneSidedWithoutSuccess: number
  readonly carried: CarriedCounts
  readonly days: readonly DayCount[]
  /** The first 500 differences. */
  readonly differences: readonly Difference[]
  /** What the rules propose, for people to decide. */
  readonly proposals: readonly Proposal[]
}
