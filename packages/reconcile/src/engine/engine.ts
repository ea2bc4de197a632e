import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import type { Md5Hasher } from '../checksum/md5.ts'
import type { OpenedFile } from '../csv/byte-source.ts'
import type { ByteTap } from '../csv/read-batches.ts'
import type { Records } from '../csv/record-batch.ts'
import type { RowException, RowOrigin } from '../rows/row-exception.ts'
import type { SharedColumnName, Side } from '../layouts.ts'
import type { AgreedWriter } from '../module/agreed-writer.ts'
import type { RowPairing } from '../module/row-pairing.ts'
import type { RowSpill } from '../row-spill.ts'
import { TotalsCounter } from '../rows/control-totals.ts'
import type { KeyRange } from './samples.ts'

/** A file of one side, or the rows carried from earlier days; it can be opened more than once. */
export interface RowSource {
  readonly side: Side
  readonly origin: RowOrigin
  /** Opens the whole file afresh. */
  open(): OpenedFile | Promise<OpenedFile>
  /** Whether it is a part of a file that does not begin where the file does: no byte order mark stands there. */
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
  /** Checked where `key` does not make a row's checksum right. */
  readonly previousKey?: string
  readonly profile: ChecksumProfile
  /** Columns whose values must agree; other columns are ignored. */
  readonly compare: readonly SharedColumnName[]
  readonly header: 'refuse' | 'skip'
  readonly createDigest: () => StreamDigest
  /** Called with the rows that take no part, in the order of the file. */
  readonly onExceptions: (found: readonly RowException[], tally: FileTally) => void | Promise<void>
  /** Called with how many bytes were read, and how many rows the first reading found, since the last call. */
  readonly onBytes: (bytes: number, rows: number) => void
  readonly signal?: AbortSignal
  /**
   * Opens a place outside of memory in which an engine may remember where rows lie, so that the second reading fetches
   * only those that may differ. Left out where every row is compared.
   */
  readonly openSpill?: () => RowSpill | Promise<RowSpill>
}

/** What the first reading counted in one file. */
export interface FileTally {
  readonly side: Side
  readonly origin: RowOrigin
  bytes: number
  /** Rows of the file, good or not; a skipped header is not counted. */
  rows: number
  /** Rows that take part in the comparison, duplicates among them. */
  goodRows: number
  badChecksumRows: number
  malformedRows: number
  isHeaderSkipped: boolean
  /** Whether the first row holds the names of the columns, and was counted as malformed. */
  isHeaderRefused: boolean
  /** The control totals of the rows that take part. */
  totals: Pick<TotalsCounter, 'totals'>
  /** SHA-256 of the bytes as lower-case hex. */
  sha256: string
  /** A sum over all bytes, comparable within one run and for one source: it tells whether the file changed before it was read again. */
  contentSum: string
}

/** Which rows the second reading fetches. */
export interface Selection {
  /** `suspects`: rows whose key may differ. `all`: every good row. */
  readonly rows: 'suspects' | 'all'
  readonly range: KeyRange
}

/**
 * Takes a row of the second reading. What it returns is waited for before the next row, so that what is written of very
 * many rows does not pile up.
 */
export type RowTaker = (batch: Records, record: number) => void | Promise<void>

/** Takes the good rows of the first reading as they are kept, so that nobody has to read them again. */
export interface RowKeeping {
  /** The ranges of codes by which they are kept apart, in their order, without gaps. */
  readonly ranges: readonly KeyRange[]
  /** The index that kept rows have of their source; undefined where those of the source are not kept. */
  indexOf(source: RowSource): number | undefined
  /** Takes rows of a range, one behind the other, each as `keptRow` says; they are valid during the call only. */
  write(range: number, rows: Uint8Array): void
}

/** The estimate after the first reading of all files. */
export interface Suspicion {
  /** How many keys may differ; undefined when they are too many to be held in memory. */
  readonly keys: number | undefined
  /** Estimated share of rows without an equal row on the other side, 0 to 1. */
  readonly differentShare: number
}

/** What works on the rows that are compared in the memory of an engine, which others use between two calls. */
export interface RowTools {
  /** MD5 that is faster than in script, for the rows that are written. */
  readonly hasher: Md5Hasher
  /** Finds transactions that agree. */
  readonly pairing: RowPairing
  /** Writes rows of the result for those. */
  readonly agreedWriter: AgreedWriter
}

/**
 * Finds the rows that may differ, without keeping rows in memory. An engine of your own may replace the
 * built-in one: it must find every key that differs or is repeated in a file, and may find others too.
 */
export interface Engine {
  readonly name: string
  /** First reading: validates every row of a source. The partner's sources come first. */
  check(source: RowSource, isRepeat?: boolean): Promise<FileTally>
  /**
   * Keeps the good rows of the first reading from now on, because every row is compared: no keys that may differ are looked
   * for then. Left out by an engine that has a second reading for them.
   */
  keepRows?(keeping: RowKeeping): void
  /** The estimate, once all sources have been checked. */
  suspect(): Suspicion
  /** Takes a larger sketch; all sources must be checked again. False when there is no larger one. */
  widen(): boolean
  /**
   * Memory that nothing needs between {@link suspect} and the end of the run, of any content: the rows of the second
   * reading are kept in it as far as it reaches.
   */
  spare?(): Uint8Array<ArrayBuffer>
  /** What works on rows in the memory that {@link spare} gives, once all sources have been checked. */
  rowTools?(): RowTools
  /** Divides the wallet transaction codes into about so many ranges of like size, in order. */
  ranges(count: number): KeyRange[]
  /**
   * Second reading: passes on the good rows of the selection; returns bytes and content sum as they are now.
   *
   * @throws ReconcileError `ERR_FILE_CHANGED` when a row is not that of the first reading
   */
  collect(
    source: RowSource,
    selection: Selection,
    take: RowTaker,
  ): Promise<Pick<FileTally, 'bytes' | 'contentSum'>>
  /** Frees what the engine holds. Called once, when the run is over, also when it failed. */
  release?(): void | Promise<void>
}

/** Creates the engine of one run. */
export type EngineFactory = (settings: EngineSettings) => Engine

/** The tally of a source before it is read. */
export function newTally({ side, origin }: RowSource): FileTally {
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
