import { type ChecksumProfile, checksumProfiles } from './checksum/checksum-profile.ts'
import type { OpenedFile } from './csv/byte-source.ts'
import type { EngineFactory, StreamDigest } from './engine/engine.ts'
import { type SharedColumnName, sharedColumnNames } from './layouts.ts'
import type { RowSpill } from './row-spill.ts'
import type { ResidueRules } from './matching/propose.ts'
import type { FileStore } from './file-store.ts'
import { Sha256 } from './checksum/sha256.ts'
import { isDay } from './file-name.ts'
import { checkForeignRules } from './foreign/foreign-rules.ts'
import type { ForeignSettings } from './foreign/foreign-settings.ts'
import { checksumAffixes, maxKeyBytes } from './checksum/verify-checksums.ts'
import type { ComparisonRules } from './matching/compare-sides.ts'

/** Opens a whole file afresh, as a stream or as a `ByteSource`; it is called for every reading. */
export type OpenFile = () => OpenedFile | Promise<OpenedFile>

/** The file of one side. */
export interface ReconcileInput {
  /** Name of the file as in Specification 2.18, without a folder; its day and kind are checked then. */
  readonly name?: string
  readonly open: OpenFile
  /** Rows of this side that earlier days left one-sided, in the layout of the side. */
  readonly openCarried?: OpenFile
}

/** The progress of a run. */
export interface Progress {
  /** Bytes read so far, over all readings of all files. */
  readonly bytes: number
  /** Rows that were checked so far, in all files; those that are read once more are counted once. */
  readonly rows: number
  readonly phase: 'checking' | 'comparing'
}

/** The outputs of a run. Each stream is closed at the end, or aborted when the run is stopped. */
export interface ReconcileOutputs {
  /** The result file. @see Specification 2.18 */
  readonly result?: WritableStream<Uint8Array>
  /** What differs, with the rows of both sides: a `DifferingTransaction` as JSON on each line, in the order of the result. */
  readonly differences?: WritableStream<Uint8Array>
  /** Rows that took no part and why: CSV for a spreadsheet, with a header. */
  readonly exceptions?: WritableStream<Uint8Array>
  /**
   * One-sided rows of the partner for the next day, byte for byte as in the file; with `previousKey` their checksums are
   * made anew under `key`, which is all that the next day may know.
   */
  readonly carriedPartner?: WritableStream<Uint8Array>
  /** One-sided rows of the service for the next day, likewise. */
  readonly carriedService?: WritableStream<Uint8Array>
  /** Transactions that were not made through the partner: CSV for a spreadsheet, with a header. */
  readonly foreignRows?: WritableStream<Uint8Array>
}

/** Inputs, outputs and settings of {@link reconcile}. */
export interface ReconcileOptions extends ReconcileOutputs {
  readonly partner: ReconcileInput
  readonly service: ReconcileInput
  /** Checksum key, a text of 1 to 1,024 bytes. */
  readonly key: string
  /** The key before, while files may have rows that are checksummed with it; what is written has `key`. */
  readonly previousKey?: string
  /** `checksumProfiles.record` when left out. */
  readonly profile?: ChecksumProfile
  /** Compared columns; all shared ones when left out. */
  readonly compare?: readonly SharedColumnName[]
  /** Whether a VND and a POINT row of one key are one transaction; true when left out. Assumes G-25. */
  readonly groupPoints?: boolean
  /** What a point is worth in VND; 1,000 when left out. */
  readonly pointValueVnd?: number
  /** What happens to a first row of column names: it is an exception, or skipped; `refuse` when left out. Assumes G-23. */
  readonly header?: 'refuse' | 'skip'
  /**
   * Whose differences the report lists; those of all stores when left out. Counts, totals and written files are always
   * of all. A row that names no store is of none.
   */
  readonly store?: FileStore
  /**
   * Tells what the service booked for the partner and the partner did not make. It is no difference, is counted and
   * summed apart, and is not carried on. Nothing is foreign when left out.
   */
  readonly foreign?: ForeignSettings
  /** Writes every transaction to the result, not only the differing ones. Foreign ones are in none. */
  readonly all?: boolean
  /** Compares every row field by field. */
  readonly exact?: boolean
  /**
   * Opens a place outside of memory. There is room for rows, when `exact`, `all` or very many differences make more of them
   * necessary than 16 MB; without it both files are read once more for each 16 MB of rows. And for where the rows of a file
   * lie that can be read at any place (`ByteSource.access`), 12 bytes each; without it the second reading is one of the
   * whole file. Nothing is missed, but a long file takes longer. It may be called several times.
   */
  readonly openSpill?: () => RowSpill | Promise<RowSpill>
  /** Compares the files although they do not seem to belong together, or the key seems wrong. */
  readonly force?: boolean
  /** Rules that propose explanations for what differs; none when left out. */
  readonly rules?: ResidueRules
  /** Day of the run as YYYY-MM-DD, for ages; that of the file names when left out. */
  readonly day?: string
  /** Creates a SHA-256 that is faster than the built-in one, such as `createHash('sha256')` of Node. */
  readonly createDigest?: () => StreamDigest
  /** Replaces the built-in engine. */
  readonly engine?: EngineFactory
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/** The checked options with their defaults. */
export interface CheckedOptions {
  readonly profile: ChecksumProfile
  readonly rules: ComparisonRules
  readonly createDigest: () => StreamDigest
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError when an option is invalid; the message names it
 */
export function checkOptions(options: ReconcileOptions): CheckedOptions {
  const { key, pointValueVnd = 1000, compare = sharedColumnNames, groupPoints = true } = options
  for (const [name, value] of Object.entries({ key, previousKey: options.previousKey ?? key })) {
    const keyBytes = new TextEncoder().encode(value).length
    if (keyBytes === 0 || keyBytes > maxKeyBytes) {
      throw new TypeError(`${name} must have 1 to ${maxKeyBytes} bytes.`)
    }
  }
  if (!Number.isSafeInteger(pointValueVnd) || pointValueVnd < 1) {
    throw new TypeError('pointValueVnd must be a whole number from 1 on.')
  }
  const unknown = compare.find((name) => !sharedColumnNames.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`compare knows no column "${unknown}": ${sharedColumnNames.join(', ')}.`)
  }
  for (const name of ['toleranceVnd', 'dateWindowDays'] as const) {
    const value = options.rules?.[name]
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
      throw new TypeError(`rules.${name} must be a whole number from 0 on.`)
    }
  }
  if (options.day !== undefined && !isDay(options.day)) {
    throw new TypeError(`day must be a day as YYYY-MM-DD, not "${options.day}".`)
  }
  if (options.foreign !== undefined) checkForeignRules(options.foreign.rules)
  const { profile = checksumProfiles.record } = options
  checksumAffixes(profile, key)
  return {
    profile,
    rules: { compare, groupPoints, pointValueVnd },
    createDigest: options.createDigest ?? (() => new Sha256()),
  }
}
