import { ChecksumVerifier, createChecksumMessage } from '../../checksum/verify-checksums.ts'
import type { Md5Hasher } from '../../checksum/md5.ts'
import { columnProblem } from '../../rows/check-values.ts'
import { RowCheck } from '../../rows/check-row.ts'
import { type RecordBatch, batchRecords, recordProblem } from '../../csv/record-batch.ts'
import { reasonOf } from '../../rows/row-exception.ts'
import type { InputLayout } from '../../layouts.ts'
import type { EngineSettings } from '../engine.ts'
import { type ValidationTarget, looksLikeHeader, problemReason, rejectRow } from '../reject-row.ts'

/** Validates the rows of one file: CSV, checksum, every column. */
export class RowValidator {
  /** Has the values of the row that was validated last. */
  readonly check: RowCheck
  /** 1 for each record of the batch whose checksum is correct, after {@link verify}. */
  readonly verified = new Uint8Array(batchRecords)
  readonly #layout: InputLayout
  readonly #verifier: ChecksumVerifier
  /** Verifies with the previous key; absent if there is none. */
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
   * Counts a row and records an exception when it is not valid; the other side's row is then
   * one-sided. The values of a valid row are in `check.values`. Assumes G-91.
   *
   * @returns whether it takes part in the comparison
   */
  validate(batch: RecordBatch, record: number, target: ValidationTarget): boolean {
    const { tally } = target
    const problem = batch.problems[record] ?? 0
    const line = batch.lines[record] ?? 0
    if (this.#isHeader(batch, record)) {
      tally.isHeaderSkipped = this.#settings.header === 'skip'
      if (tally.isHeaderSkipped) return false
      tally.isHeaderRefused = true
      tally.rows += 1
      rejectRow('header', target, { line })
      return false
    }
    tally.rows += 1
    if (problem !== recordProblem.none) {
      rejectRow(problemReason(problem), target, { line })
      return false
    }
    if (this.verified[record] !== 1) {
      rejectRow('checksum_mismatch', target, { line })
      return false
    }
    const fault = this.check.check(batch, record)
    if (fault === columnProblem.none) return true
    rejectRow(reasonOf(fault), target, { line, column: this.check.column })
    return false
  }

  /** Whether a record is the first one of the file, and holds the names of the columns. */
  #isHeader(batch: RecordBatch, record: number): boolean {
    if (!this.#isFirstRecord) return false
    this.#isFirstRecord = false
    return (
      batch.problems[record] === recordProblem.none &&
      this.verified[record] !== 1 &&
      looksLikeHeader(batch, record, this.#layout)
    )
  }
}
