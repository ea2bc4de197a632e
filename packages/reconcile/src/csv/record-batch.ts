/** Why a record is malformed as CSV; 0 means no problem. */
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

/** Maximum number of records in a batch. */
export const batchRecords = 2048

/**
 * Records of a piece of a file, as positions in its bytes (a structure of arrays): a record is not
 * an object, so millions of records cost no memory.
 */
export interface Records {
  /** The bytes that the positions refer to; valid until the next batch is read. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Number of columns of a record. */
  readonly columns: number
  /** Number of records in the batch. */
  count: number
  /** Position of the first byte of each record. */
  readonly starts: Int32Array
  /** Position after the last byte of each record, before its line ending. */
  readonly ends: Int32Array
  /** Positions of the separators, `columns - 1` for each record. */
  readonly separators: Int32Array
  /** Physical line on which each record starts, from 1. */
  readonly lines: Float64Array
  /** {@link recordProblem} of each record; a record with a problem has no separators. */
  readonly problems: Uint8Array
}

/** The records that a {@link RecordIndexer} finds. */
export interface RecordBatch extends Records {
  /** Number of records with a line break inside a field, in this batch and earlier ones. */
  brokenLines: number
  /** Position of the first quoted field of each record; the end of the record if it has none. */
  readonly firstQuotes: Int32Array
  /**
   * Position of the first byte that is not printable ASCII; the end of the record if it has none.
   */
  readonly firstUnprintables: Int32Array
}

/** Allocates a batch over a buffer, for records with this many columns. */
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
    firstUnprintables: new Int32Array(batchRecords),
  }
}

/** Position of the first byte of a column of a record. */
export function columnStart(batch: Records, record: number, column: number): number {
  if (column === 0) return batch.starts[record] ?? 0
  return (batch.separators[record * (batch.columns - 1) + column - 1] ?? 0) + 1
}

/** Position after the last byte of a column of a record. */
export function columnEnd(batch: Records, record: number, column: number): number {
  if (column === batch.columns - 1) return batch.ends[record] ?? 0
  return batch.separators[record * (batch.columns - 1) + column] ?? 0
}
