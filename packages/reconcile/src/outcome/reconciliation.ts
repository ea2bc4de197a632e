import type { FileStore } from '../file-store.ts'
import type { ExceptionKind, RowOrigin } from '../rows/row-exception.ts'
import type { Side } from '../layouts.ts'
import type { Proposal } from '../matching/propose.ts'
import type { ComparisonRules, ReconciliationStatus } from '../matching/compare-sides.ts'
import type { Bridge } from './bridge.ts'
import type { DifferenceSumsOutcome } from './difference-sums.ts'
import type { ControlTotal } from '../rows/control-totals.ts'
import type { CarriedCounts, DayCount, Difference } from './outcome-tally.ts'
import type { ForeignRule } from '../foreign/foreign-rules.ts'
import type { ForeignOutcome } from './foreign-tally.ts'
import { Sha256 } from '../checksum/sha256.ts'
import type { FileTally } from '../engine/engine.ts'
import type { CheckedOptions, OutputName, ReconcileOptions } from '../reconcile-options.ts'

/** What was written to an output. */
export interface WrittenOutput {
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of the bytes as lower-case hex. */
  readonly sha256: string
}

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

/** Inputs, settings and outputs of a run. The same inputs and settings give the same manifest. */
export interface Manifest {
  /** 32 hex digits that depend only on the content of the inputs and on the settings. */
  readonly runId: string
  readonly day?: string
  readonly inputs: readonly ManifestInput[]
  readonly outputs: Readonly<Partial<Record<OutputName, WrittenOutput>>>
  /** Name of the checksum profile. */
  readonly profile: string
  readonly rules: ComparisonRules
  /** The rules about foreign rows, where there are any. */
  readonly foreignRules?: readonly ForeignRule[]
  /** Whether every row was compared field by field. */
  readonly isExact: boolean
  /** Whether agreeing transactions are in the result as well. */
  readonly isAll: boolean
}

/** The outcome of a run. */
export interface Reconciliation {
  /** How many transactions have each status. */
  readonly counts: Readonly<Record<ReconciliationStatus, number>>
  /** Number of exceptions, by kind. */
  readonly exceptions: Readonly<Record<ExceptionKind, number>>
  /**
   * Control totals of each side over the rows of the day that were compared, without duplicates.
   */
  readonly totals: Readonly<Record<Side, readonly ControlTotal[]>>
  readonly bridge: Bridge
  readonly manifest: Manifest
  /** One-sided rows without success, which are not differences. */
  readonly oneSidedWithoutSuccess: number
  readonly carried: CarriedCounts
  readonly days: readonly DayCount[]
  readonly differenceSums: DifferenceSumsOutcome
  /** The first 500 differences; those of `store` alone when it was asked for. */
  readonly differences: readonly Difference[]
  readonly store?: FileStore | undefined
  /** Foreign transactions, which were not made through the partner. */
  readonly foreign: ForeignOutcome
  /** Explanations that the rules propose, for a person to decide. */
  readonly proposals: readonly Proposal[]
  /**
   * One-sided transactions that the rule `oneToMany` has not examined: those after the first
   * 50,000. There may be more proposals of this rule; 0 without the rule.
   */
  readonly oneSidedLeftOut: number
}

function manifestInput(tally: FileTally, options: ReconcileOptions): ManifestInput {
  const { side, origin, bytes, sha256, rows, goodRows, badChecksumRows, malformedRows } = tally
  const name = origin === 'file' ? options[side].name : undefined
  return {
    side,
    origin,
    ...(name !== undefined && { name }),
    bytes,
    sha256,
    rows,
    goodRows,
    badChecksumRows,
    malformedRows,
    isHeaderSkipped: tally.isHeaderSkipped,
  }
}

/** Builds the manifest of a run. */
export function buildManifest(
  { options, checked, day }: { options: ReconcileOptions; checked: CheckedOptions; day?: string },
  tallies: readonly FileTally[],
  outputs: Readonly<Partial<Record<OutputName, WrittenOutput>>>,
): Manifest {
  const { profile, rules } = checked
  const inputs = tallies.map((tally) => manifestInput(tally, options))
  const foreignRules = options.foreign?.rules ?? []
  const settings = {
    ...(day !== undefined && { day }),
    profile: profile.name,
    rules,
    ...(foreignRules.length > 0 && { foreignRules }),
    isExact: options.exact === true,
    isAll: options.all === true,
  }
  const digest = new Sha256()
  const content = {
    sums: inputs.map(({ side, origin, sha256 }) => [side, origin, sha256]),
    settings,
  }
  digest.update(new TextEncoder().encode(JSON.stringify({ ...content, profile })))
  return { runId: digest.digest().slice(0, 32), inputs, outputs, ...settings }
}
