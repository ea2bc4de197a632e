import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import type { ByteTap } from '../csv/read-batches.ts'
import type { RecordBatch } from '../csv/record-batch.ts'
import type { RowException, RowOrigin } from '../rows/row-exception.ts'
import type { SharedColumnName, Side } from '../layouts.ts'
import { TotalsCounter } from '../rows/control-totals.ts'
import type { KeyRange } from './samples.ts'

/** A file that can be read more than once. */
export interface RowSource {
  readonly side: Side
  readonly origin: RowOrigin
  /** Opens a fresh stream of the whole file. */
  open(): ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>
}

/** A SHA-256 that takes bytes as they come. */
export interface StreamDigest extends ByteTap {
  /** @returns lower-case hex */
  digest(): string | Promise<string>
}

/** What an engine is given for a run. */
export interface EngineSettings {
  readonly key: string
  readonly profile: ChecksumProfile
  /** Columns that are compared. */
  readonly compare: readonly SharedColumnName[]
  readonly header: 'refuse' | 'skip'
  readonly createDigest: () => StreamDigest
  /** Told the rows that are set aside, by file and line. */
  readonly onExceptions: (found: readonly RowException[], tally: FileTally) => void | Promise<void>
  /** Told how many bytes were read since the last time. */
  readonly onBytes: (bytes: number) => void
  readonly kernelModule?: WebAssembly.Module
  readonly signal?: AbortSignal
}

/** What a first reading of a file found. */
export interface FileTally {
  readonly side: Side
  readonly origin: RowOrigin
  bytes: number
  /** Rows that the file has, good or not; a skipped header is none. */
  rows: number
  /** Rows that take part in the comparison, duplicates among them. */
  goodRows: number
  badChecksumRows: number
  malformedRows: number
  isHeaderSkipped: boolean
  /** Every line is a record: none is empty or broken, and none has a line break inside. */
  isLineByLine: boolean
  readonly totals: TotalsCounter
  /** SHA-256 of the bytes as lower-case hex. */
  sha256: string
  /** Sum of the hashes of all keys, to tell a file that changed before its second reading. */
  keySum: number
}

/** Which rows a second reading is for. */
export interface Selection {
  /** `suspects`: those that may differ. `all`: every good row. */
  readonly rows: 'suspects' | 'all'
  readonly range: KeyRange
}

/** What the engine thinks of the difference after the first reading of all files. */
export interface Suspicion {
  /** Keys that may differ; undefined when they are too many to be held. */
  readonly keys: number | undefined
  /** Estimated share of rows that find no equal, 0 to 1. */
  readonly differentShare: number
}

/**
 * Finds the rows that may differ, without keeping rows. A faster engine may take the place of the one
 * that is built in: it must name every key that differs or stands twice in a file, and may name others.
 */
export interface Engine {
  readonly name: string
  /** First reading: checks every row. Once for each source, the partner's sources first. */
  check(source: RowSource, isAgain?: boolean): Promise<FileTally>
  /** After the first reading of all sources. */
  suspect(): Suspicion
  /** Makes room for more differences; all sources must be checked again. False when there is no more. */
  widen(): boolean
  /** Cuts the wallet transaction codes into about so many ranges of like size, in order. */
  ranges(count: number): KeyRange[]
  /** Second reading: hands over the good rows of the selection; returns bytes and key sum as they are now. */
  collect(
    source: RowSource,
    selection: Selection,
    take: (batch: RecordBatch, record: number) => void,
  ): Promise<Pick<FileTally, 'bytes' | 'keySum'>>
}

/** Makes an engine for one run. */
export type EngineFactory = (settings: EngineSettings) => Engine

/** A tally of a file of which nothing has been read. */
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
    isLineByLine: true,
    totals: new TotalsCounter(),
    sha256: '',
    keySum: 0,
  }
}
