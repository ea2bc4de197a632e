import { ChecksumVerifier, createRowData } from '../checksum/verify-checksums.ts'
import type { Md5Hasher } from '../checksum/md5.ts'
import { type ColumnProblem, columnProblem } from '../rows/check-values.ts'
import { RowCheck } from '../rows/check-row.ts'
import {
  type RecordBatch,
  batchRecords,
  columnEnd,
  columnStart,
  recordProblem,
} from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/fields.ts'
import {
  type ExceptionReason,
  type RowException,
  reasonFor,
  setAside,
} from '../rows/row-exception.ts'
import type { InputLayout } from '../layouts.ts'
import type { EngineSettings, FileTally, RowSource } from './engine.ts'

const quote = 34
const amountOffsets = [2, 4, 5, 6]

/** Where a {@link FileReader} writes down what it finds. */
export interface FindingsOfFile {
  readonly tally: FileTally
  readonly found: RowException[]
  readonly source: RowSource
}

/** Checks the rows of one file, and counts what it sets aside. */
export class FileReader {
  readonly check: RowCheck
  readonly good = new Uint8Array(batchRecords)
  readonly #layout: InputLayout
  readonly #verifier: ChecksumVerifier
  readonly #settings: EngineSettings
  #isFirstRecord = true

  constructor(layout: InputLayout, settings: EngineSettings, hasher: Md5Hasher) {
    this.check = new RowCheck(layout)
    this.#layout = layout
    this.#settings = settings
    this.#verifier = new ChecksumVerifier(createRowData(settings.profile, settings.key), hasher)
  }

  /** Verifies the checksums of a batch; whether a row is good stands in {@link good} afterwards. */
  verify(batch: RecordBatch): void {
    this.#verifier.verify(batch, this.good)
  }

  /**
   * Counts a row, and sets it aside when it is not good: the other side's row then stands alone. Its
   * values stand in `check.values` when it is good. Assumes G-91.
   *
   * @returns whether it takes part in the comparison
   */
  isGood(batch: RecordBatch, record: number, on: FindingsOfFile): boolean {
    const { tally } = on
    const isFirst = this.#isFirstRecord
    this.#isFirstRecord = false
    const problem = batch.problems[record] ?? 0
    const line = batch.lines[record] ?? 0
    if (isFirst && problem === recordProblem.none && this.#looksLikeHeader(batch, record)) {
      tally.isHeaderSkipped = this.#settings.header === 'skip'
      if (tally.isHeaderSkipped) return false
      tally.rows += 1
      this.#setAside('header', on, { line })
      return false
    }
    tally.rows += 1
    if (problem !== recordProblem.none) {
      this.#setAside(reasonFor(asProblem(problem)), on, { line })
      return false
    }
    if (this.good[record] !== 1) {
      this.#setAside('checksum_mismatch', on, { line })
      return false
    }
    const fault = this.check.check(batch, record)
    if (fault === columnProblem.none) return true
    this.#setAside(reasonFor(fault), on, { line, column: this.check.column })
    return false
  }

  #setAside(
    reason: ExceptionReason,
    on: FindingsOfFile,
    place: { line: number; column?: number },
  ): void {
    const { tally, found, source } = on
    const { side, origin } = source
    const column = this.#layout.columns[place.column ?? -1]?.name
    const { line } = place
    const exception = setAside(reason, {
      side,
      origin,
      line,
      ...(column !== undefined && { column }),
    })
    if (exception.kind === 'bad_checksum') tally.badChecksumRows += 1
    else tally.malformedRows += 1
    found.push(exception)
  }

  /** A first row that has letters where amounts, date and checksum stand. */
  #looksLikeHeader(batch: RecordBatch, record: number): boolean {
    if (this.good[record] === 1) return false
    const { firstShared, checksum } = this.#layout
    const texts = [...amountOffsets.map((offset) => firstShared + offset), checksum]
    return texts.every((column) => {
      const end = columnEnd(batch, record, column)
      const start = columnStart(batch, record, column)
      const value = new Uint8Array(end - start)
      const length = unquoteBytes({ bytes: batch.bytes, start, end }, value, 0)
      const text = String.fromCharCode(...value.subarray(0, Math.min(length, 64)))
      return /[^\d.,+-]/.test(text) && !/^[\da-f]{32}$/i.test(text)
    })
  }

  /** The wallet transaction code of a record as bytes, which stay until the next call. */
  walletCode(batch: RecordBatch, record: number, scratch: Uint8Array): Uint8Array {
    const { bytes } = batch
    const start = columnStart(batch, record, this.#layout.walletCode)
    const end = columnEnd(batch, record, this.#layout.walletCode)
    if (bytes[start] !== quote) return bytes.subarray(start, end)
    return scratch.subarray(0, unquoteBytes({ bytes, start, end }, scratch, 0))
  }
}

const problems: readonly ColumnProblem[] = Object.values(columnProblem)
const recordProblems = Object.values(recordProblem)

/** The problem with a number that stands in an array of bytes. */
function asProblem(number: number) {
  return [...recordProblems, ...problems].find((problem) => problem === number) ?? 0
}
