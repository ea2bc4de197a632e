import { checkArguments } from '../check-arguments.ts'
import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import type { Md5Hasher } from '../checksum/md5.ts'
import type { OpenedFile } from '../csv/byte-source.ts'
import type { ByteTap } from '../csv/read-batches.ts'
import type { Records } from '../csv/record-batch.ts'
import type { RowException, RowOrigin } from '../rows/row-exception.ts'
import type { SharedColumnName, Side } from '../layouts.ts'
import type { ResultRowWriter } from '../module/result-row-writer.ts'
import type { RowPairing } from '../module/row-pairing.ts'
import type { RowSpill } from '../row-spill.ts'
import { TotalsCounter } from '../rows/control-totals.ts'
import type { KeyRange } from './samples.ts'

/** A file of one side, or the rows carried from earlier days; it can be opened more than once. */
export interface RowSource {
  readonly side: Side
  readonly origin: RowOrigin
  /** Opens the whole file from its start. */
  open(): OpenedFile | Promise<OpenedFile>
  /** Whether it is an inner part of a file, which has no byte order mark. */
  readonly isInside?: boolean
}

/** A SHA-256 over a stream of bytes. */
export interface StreamDigest extends ByteTap {
  /** Ends the digest; @returns it as lower-case hex */
  digest(): string | Promise<string>
}

/** The settings of one run. */
export interface EngineSettings {
  readonly key: string
  /** Previous key, used when a row's checksum is wrong with `key`. */
  readonly previousKey?: string
  readonly profile: ChecksumProfile
  /** Columns whose values must agree; other columns are ignored. */
  readonly compare: readonly SharedColumnName[]
  readonly header: 'refuse' | 'skip'
  readonly createDigest: () => StreamDigest
  /** Called with the exceptions, in the order of the file. */
  readonly onExceptions: (found: readonly RowException[], tally: FileTally) => void | Promise<void>
  /**
   * Called with the number of bytes that were read, and of rows that the first reading found, since
   * the last call.
   */
  readonly onBytes: (bytes: number, rows: number) => void
  readonly signal?: AbortSignal
  /**
   * Opens a spill in which an engine may store the places of rows, so that the second reading
   * fetches only rows that may differ. Left out when every row is compared.
   */
  readonly openSpill?: () => RowSpill | Promise<RowSpill>
}

/** What the first reading counted in one file. */
export interface FileTally {
  readonly side: Side
  readonly origin: RowOrigin
  bytes: number
  /** Rows of the file, valid or not; a skipped header is not counted. */
  rows: number
  /** Valid rows, including duplicates. */
  goodRows: number
  badChecksumRows: number
  malformedRows: number
  isHeaderSkipped: boolean
  /** Whether the first row has the names of the columns and was counted as malformed. */
  isHeaderRefused: boolean
  /** The control totals of the valid rows. */
  totals: Pick<TotalsCounter, 'totals'>
  /** SHA-256 of the bytes as lower-case hex. */
  sha256: string
  /**
   * Hash of all bytes, comparable within one run and for one source; it detects a change of the
   * file between readings.
   */
  contentSum: string
}

/** Which rows the second reading fetches. */
export interface Selection {
  /** `suspects`: rows whose key may differ. `all`: every valid row. */
  readonly rows: 'suspects' | 'all'
  readonly range: KeyRange
}

/**
 * Receives a row of the second reading. Its promise is awaited before the next row (backpressure).
 */
export type RowTaker = (batch: Records, record: number) => void | Promise<void>

/** Receives the valid rows of the first reading, so that no second reading is needed. */
export interface RowKeeping {
  /** The ranges of codes into which the rows are partitioned, in order and without gaps. */
  readonly ranges: readonly KeyRange[]
  /** The index of a source in kept rows; undefined when its rows are not kept. */
  indexOf(source: RowSource): number | undefined
  /**
   * Receives consecutive rows of a range, in the format of `keptRow`; they are valid only during
   * the call.
   */
  write(range: number, rows: Uint8Array): void
}

/** The estimate after the first reading of all files. */
export interface Suspicion {
  /** Number of keys that may differ; undefined when they are too many for memory. */
  readonly keys: number | undefined
  /** Estimated share of rows without an equal row on the other side, 0 to 1. */
  readonly differentShare: number
}

/**
 * Tools that work on compared rows in the memory of an engine; other code may use this memory
 * between two calls.
 */
export interface RowTools {
  /** MD5 that is faster than in TypeScript, for written rows. */
  readonly hasher: Md5Hasher
  /** Finds transactions that agree. */
  readonly pairing: RowPairing
  /** Writes rows of the result from rows in the memory of the module. */
  readonly resultRowWriter: ResultRowWriter
}

/**
 * Finds the rows that may differ, without keeping rows in memory. Your own engine may replace the
 * built-in one: it must find every key that differs or is repeated in a file, and may have false
 * positives.
 */
export interface Engine {
  readonly name: string
  /**
   * First reading: validates every row of a source. The partner's sources come first.
   *
   * @param reading `isRepeat` when the file is read again after {@link widen}; exceptions and rows
   *   are not reported again then
   */
  check(source: RowSource, reading?: { readonly isRepeat: boolean }): Promise<FileTally>
  /**
   * Makes the engine pass on the valid rows of the first reading, because every row is compared; it
   * then does not search for keys that may differ. Left out by an engine that uses a second reading
   * instead.
   */
  keepRows?(keeping: RowKeeping): void
  /** The estimate, once all sources have been checked. */
  suspect(): Suspicion
  /**
   * Switches to a larger sketch; all sources must then be checked again. False when there is no
   * larger one.
   */
  widen(): boolean
  /**
   * Memory with arbitrary content that is unused between {@link suspect} and the end of the run; it
   * holds rows of the second reading.
   */
  spare?(): Uint8Array<ArrayBuffer>
  /**
   * Tools that work on rows in the memory of {@link spare}, available once all sources have been
   * checked.
   */
  rowTools?(): RowTools
  /** Divides the wallet transaction codes into about this many ranges of similar size, in order. */
  ranges(count: number): KeyRange[]
  /**
   * Second reading: passes on the valid rows of the selection; returns the current number of bytes
   * and content hash.
   *
   * @throws ReconcileError `ERR_FILE_CHANGED` when a row is not that of the first reading
   */
  collect(
    source: RowSource,
    selection: Selection,
    take: RowTaker,
  ): Promise<Pick<FileTally, 'bytes' | 'contentSum'>>
  /** Frees the resources of the engine. Called once at the end of the run, also after a failure. */
  release?(): void | Promise<void>
}

/** Creates the engine of one run. */
export type EngineFactory = (settings: EngineSettings) => Engine

/** The tally of a source before it is read. */
export function newTally(source: RowSource): FileTally {
  checkArguments('newTally', { source })
  const { side, origin } = source
  return {
    side,
    origin,
    bytes: 0,
    rows: 0,
    goodRows: 0,
    badChecksumRows: 0,
    malformedRows: 0,
    isHeaderSkipped: false,
    isHeaderRefused: false,
    totals: new TotalsCounter(),
    sha256: '',
    contentSum: '',
  }
}
