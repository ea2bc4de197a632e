import type { ByteSource } from '../../csv/byte-source.ts'
import type { ControlTotal } from '../../rows/control-totals.ts'
import type { RowException } from '../../rows/row-exception.ts'
import type { FileTally, RowSource, Selection } from '../engine.ts'
import type { PackedRows } from './pack-rows.ts'
import type { SampledCodes } from '../samples.ts'

/**
 * A part of a file, in bytes from its start; the last one ends at `Infinity`, which is where the
 * file does.
 */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file that can be opened in the middle. */
export interface RangedFile extends Pick<RowSource, 'side'> {
  /**
   * Size of the file, from which the ranges are computed; the last one extends to the real end of
   * the file.
   */
  readonly sizeBytes: number
  /**
   * Opens it at a byte.
   *
   * @param bytes expected number of bytes to read, `Infinity` for the rest; more or fewer may be
   *   read
   */
  openAt(start: number, bytes: number): ByteSource
}

/** A range for the first reading. */
export interface CheckOrder {
  readonly side: RowSource['side']
  readonly range: ByteRange
  /**
   * Whether the start of the range is a guess: then the first probable start of a record is
   * searched.
   */
  readonly isGuess: boolean
}

/** Counts of the rows of a range, and what became of its header. */
export type RowCounts = Pick<
  FileTally,
  'rows' | 'goodRows' | 'badChecksumRows' | 'malformedRows' | 'isHeaderSkipped' | 'isHeaderRefused'
>

/** The result of the first reading of a range, as plain data. */
export interface RangeFindings {
  /**
   * From the start of its first record to the end of its last one, which is the last that starts
   * before the requested end.
   */
  readonly range: ByteRange
  /** Line breaks in it. */
  readonly lines: number
  readonly counts: RowCounts
  readonly totals: readonly ControlTotal[]
  /** Hash of all its bytes, comparable within one run. */
  readonly contentSum: string
  /** Hashes of key and compared columns of every valid row: four numbers each. */
  readonly fingerprints: Int32Array<ArrayBuffer>
  /**
   * The exceptions, batch by batch, each with the counts so far; line numbers are relative to the
   * range.
   */
  readonly exceptions: readonly {
    readonly found: readonly RowException[]
    readonly counts: RowCounts
  }[]
}

/** A range for the second reading. */
export interface CollectOrder extends Pick<CheckOrder, 'side' | 'range'> {
  readonly selection: Selection
}

/** The selected rows of a range, with the number of its lines. */
export interface CollectedRange extends Pick<FileTally, 'bytes' | 'contentSum'> {
  readonly rows: readonly PackedRows[]
}

/**
 * Readers of ranges: worker threads or other machines. They share the random hash key of the run.
 */
export interface RangeReaders {
  /** How many ranges to read concurrently. */
  readonly ahead: number
  check(order: CheckOrder): Promise<RangeFindings>
  collect(order: CollectOrder): Promise<CollectedRange>
  /** Sends every reader the keys that may differ, before all later {@link collect} calls. */
  takeSuspects(keys: Int32Array<ArrayBuffer>): void
  /** The wallet transaction codes that were sampled since the last call. */
  takeCodes(): Promise<readonly SampledCodes[]>
  /** Ends the readers. Called once, possibly while ranges are being read. */
  end(): void | Promise<void>
}
