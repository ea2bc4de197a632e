import { ChecksumVerifier, createChecksumMessage } from '../checksum/verify-checksums.ts'
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
  reasonOf,
  rowException,
} from '../rows/row-exception.ts'
import type { InputLayout } from '../layouts.ts'
import type { EngineSettings, FileTally, RowSource } from './engine.ts'

const quote = 34
const amountOffsets = [2, 4, 5, 6]

/** Where a {@link RowValidator} records its findings. */
export interface ValidationTarget {
  readonly tally: FileTally
  readonly exceptions: RowException[]
  readonly source: RowSource
}

/** Validates the rows of one file: CSV, checksum, every column. */
export class RowValidator {
  /** Holds the values of the row that was validated last. */
  readonly check: RowCheck
  /** 1 for each record of the batch whose checksum is right, after {@link verify}. */
  readonly verified = new Uint8Array(batchRecords)
  readonly #layout: InputLayout
  readonly #verifier: ChecksumVerifier
  /** Verifies with the key before; absent without one. */
  readonly #previousVerifier: ChecksumVerifier | undefined
  readonly #verifiedBefore = new Uint8Array(batchRecords)
  readonly #settings: EngineSettings
  #isFirstRecord = true

  constructor(layout: InputLayout, settings: EngineSettings, hasher: Md5Hasher) {
    this.check = new RowCheck(layout)
    this.#layout = layout
    this.#settings = settings
    const { profile, key, previousKey } = settings
    this.#verifier = new ChecksumVerifier(createChecksumMessage(profile, key), hasher)
    this.#previousVerifier =
      previousKey === undefined
        ? undefined
        : new ChecksumVerifier(createChecksumMessage(profile, previousKey), hasher)
  }

  /** Verifies the checksums of a batch, before its records are validated one by one. */
  verify(batch: RecordBatch): void {
    this.#verifier.verify(batch, this.verified)
    if (this.#previousVerifier === undefined) return
    if (this.verified.subarray(0, batch.count).indexOf(0) < 0) return
    this.#previousVerifier.verify(batch, this.#verifiedBefore)
    for (let record = 0; record < batch.count; record += 1) {
      this.verified[record] ||= this.#verifiedBefore[record] ?? 0
    }
  }

  /**
   * Counts a row and records an exception when it is not valid; the other side's row is then one-sided.
   * The values of a valid row are in `check.values`. Assumes G-91.
   *
   * @returns whether it takes part in the comparison
   */
  validate(batch: RecordBatch, record: number, target: ValidationTarget): boolean {
    const { tally } = target
    const isFirst = this.#isFirstRecord
    this.#isFirstRecord = false
    const problem = batch.problems[record] ?? 0
    const line = batch.lines[record] ?? 0
    if (isFirst && problem === recordProblem.none && this.#looksLikeHeader(batch, record)) {
      tally.isHeaderSkipped = this.#settings.header === 'skip'
      if (tally.isHeaderSkipped) return false
      tally.isHeaderRefused = true
      tally.rows += 1
      this.#reject('header', target, { line })
      return false
    }
    tally.rows += 1
    if (problem !== recordProblem.none) {
      this.#reject(reasonOf(problemOf(problem)), target, { line })
      return false
    }
    if (this.verified[record] !== 1) {
      this.#reject('checksum_mismatch', target, { line })
      return false
    }
    const fault = this.check.check(batch, record)
    if (fault === columnProblem.none) return true
    this.#reject(reasonOf(fault), target, { line, column: this.check.column })
    return false
  }

  #reject(
    reason: ExceptionReason,
    target: ValidationTarget,
    place: { line: number; column?: number },
  ): void {
    const { tally, exceptions, source } = target
    const { side, origin } = source
    const column = this.#layout.columns[place.column ?? -1]?.name
    const { line } = place
    const exception = rowException(reason, {
      side,
      origin,
      line,
      ...(column !== undefined && { column }),
    })
    if (exception.kind === 'bad_checksum') tally.badChecksumRows += 1
    else tally.malformedRows += 1
    exceptions.push(exception)
  }

  /** Whether a first row has text in the columns of numbers and checksum. */
  #looksLikeHeader(batch: RecordBatch, record: number): boolean {
    if (this.verified[record] === 1) return false
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

  /** The wallet transaction code of a record; the bytes are valid until the next call. */
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

/** The problem with this code. */
function problemOf(number: number) {
  return [...recordProblems, ...problems].find((problem) => problem === number) ?? 0
}
