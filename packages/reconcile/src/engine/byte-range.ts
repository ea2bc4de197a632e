import type { ByteSource } from '../csv/byte-source.ts'
import type { ControlTotal } from '../rows/control-totals.ts'
import type { RowException } from '../rows/row-exception.ts'
import type { FileTally, RowSource, Selection } from './engine.ts'
import type { PackedRows } from './pack-rows.ts'
import type { SampledCodes } from './samples.ts'

/** A part of a file, in bytes from its start; the last one ends at `Infinity`, which is where the file does. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file that can be opened in the middle. */
export interface RangedFile extends Pick<RowSource, 'side'> {
  /** How large it is; ranges are made by it, and the last one goes on to where the file ends. */
  readonly sizeBytes: number
  /**
   * Opens it at a byte.
   *
   * @param bytes how many are probably read, `Infinity` for all of the rest; more may be, and fewer
   */
  openAt(start: number, bytes: number): ByteSource
}

/** A range for the first reading. */
export interface CheckOrder {
  readonly side: RowSource['side']
  readonly range: ByteRange
  /** Whether no record is known to start where the range does: the first that probably does is looked for then. */
  readonly isGuess: boolean
}

/** What is counted row by row. */
export type RowCounts = Pick<
  FileTally,
  'rows' | 'goodRows' | 'badChecksumRows' | 'malformedRows' | 'isHeaderSkipped' | 'isHeaderRefused'
>

/** What the first reading found in a range, as plain data. */
export interface RangeFindings {
  /** From the start of its first record to the end of its last one: the last that starts before the end that was asked for. */
  readonly range: ByteRange
  /** Line breaks in it. */
  readonly lines: number
  readonly counts: RowCounts
  readonly totals: readonly ControlTotal[]
  /** A sum over all its bytes, comparable within one run. */
  readonly contentSum: string
  /** Key and compared columns of every good row: four numbers each. */
  readonly fingerprints: Int32Array<ArrayBuffer>
  /** The rows that take no part, batch by batch, each with what was counted so far; lines are those of the range. */
  readonly exceptions: readonly {
    readonly found: readonly RowException[]
    readonly counts: RowCounts
  }[]
}

/** A range for the second reading. */
export interface CollectOrder extends Pick<CheckOrder, 'side' | 'range'> {
  readonly selection: Selection
}

/** The rows of a selection that a range has, with the lines of the range. */
export interface CollectedRange extends Pick<FileTally, 'bytes' | 'contentSum'> {
  readonly rows: readonly PackedRows[]
}

/** Whoever reads ranges: threads, or other machines. They have the random numbers of the run. */
export interface RangeReaders {
  /** How many ranges are to be under way at once. */
  readonly ahead: number
  check(order: CheckOrder): Promise<RangeFindings>
  collect(order: CollectOrder): Promise<CollectedRange>
  /** Tells every reader the keys that may differ; it comes before every {@link collect} that is asked for after it. */
  takeSuspects(keys: Int32Array<ArrayBuffer>): void
  /** The wallet transaction codes that were sampled since the last call. */
  takeCodes(): Promise<readonly SampledCodes[]>
  /** Ends them. Called once, also while ranges are under way. */
  end(): void | Promise<void>
}
