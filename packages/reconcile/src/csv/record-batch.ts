/** Why bytes are no record of the layout, whatever stands in them; 0 is no problem. */
export const recordProblem = {
  none: 0,
  emptyLine: 1,
  tooLong: 2,
  quoteNotClosed: 3,
  textAfterQuote: 4,
  quoteInsideText: 5,
  strayCarriageReturn: 6,
  tooFewColumns: 7,
  tooManyColumns: 8,
} as const

/** One of the problems of {@link recordProblem}. */
export type RecordProblem = (typeof recordProblem)[keyof typeof recordProblem]

/** Most records that are handled at once. */
export const batchRecords = 2048

/**
 * Records that were found in a piece of a file, as numbers into its bytes: a record is no object of
 * its own, so that millions of them cost no memory.
 */
export interface RecordBatch {
  /** Bytes that the numbers below point into; they stay until the next batch is asked for. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Columns that a record has. */
  readonly columns: number
  /** Records with a line break inside, in this batch and those before. */
  brokenLines: number
  /** How many records are in the batch. */
  count: number
  /** First byte of each record. */
  readonly starts: Int32Array
  /** Where each record ends, before its line ending. */
  readonly ends: Int32Array
  /** Positions of the separators, `columns - 1` for each record. */
  readonly separators: Int32Array
  /** Physical line on which each record starts, from 1. */
  readonly lines: Float64Array
  /** {@link recordProblem} of each record; one with a problem has no separators. */
  readonly problems: Uint8Array
  /** Where the first quoted field of each record starts; its end when it has none. */
  readonly firstQuotes: Int32Array
  /** The first byte of each record that is no printable ASCII; its end when it has none. */
  readonly firstOdds: Int32Array
}

/** Makes room for a batch. */
export function createRecordBatch(bytes: Uint8Array<ArrayBuffer>, columns: number): RecordBatch {
  return {
    bytes,
    columns,
    brokenLines: 0,
    count: 0,
    starts: new Int32Array(batchRecords),
    ends: new Int32Array(batchRecords),
    separators: new Int32Array(batchRecords * (columns - 1) + 1),
    lines: new Float64Array(batchRecords),
    problems: new Uint8Array(batchRecords),
    firstQuotes: new Int32Array(batchRecords),
    firstOdds: new Int32Array(batchRecords),
  }
}

/** Where a column of a record starts. */
export function columnStart(batch: RecordBatch, record: number, column: number): number {
  if (column === 0) return batch.starts[record] ?? 0
  return (batch.separators[record * (batch.columns - 1) + column - 1] ?? 0) + 1
}

/** Where a column of a record ends. */
export function columnEnd(batch: RecordBatch, record: number, column: number): number {
  if (column === batch.columns - 1) return batch.ends[record] ?? 0
  return batch.separators[record * (batch.columns - 1) + column] ?? 0
}
