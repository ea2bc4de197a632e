import type { RowValues } from '../../rows/check-row.ts'
import type { Decimal } from '../../rows/amounts.ts'
import { type RecordBatch, columnEnd, columnStart } from '../../csv/record-batch.ts'
import { maxRecordBytes } from '../../csv/record-limit.ts'
import { unquoteBytes } from '../../csv/fields.ts'
import { type InputLayout, type SharedColumnName, sharedColumns } from '../../layouts.ts'
import { hashedAs, type Fingerprint, type KeyedHash } from '../sketch/keyed-hash.ts'
import { comma, dot, minus, quote, zero } from '../../csv/character-codes.ts'

const amountIndexes: readonly number[] = sharedColumns.map(({ name }) =>
  ['amount', 'fee', 'tax', 'discount'].indexOf(name),
)

/** Writes digits into `target` from `at` on; @returns the position after them */
function writeDigits(target: Uint8Array, at: number, digits: string): number {
  for (let index = 0; index < digits.length; index += 1) {
    target[at + index] = digits.charCodeAt(index)
  }
  return at + digits.length
}

/**
 * Computes the fingerprints of rows of one layout. Rows of both sides that agree have the same
 * fingerprint: amounts are compared by value, and the status as success or no success.
 */
export class FingerprintRows {
  readonly fingerprint: Fingerprint = {
    keyFirst: 0,
    keySecond: 0,
    contentFirst: 0,
    contentSecond: 0,
  }
  readonly #layout: InputLayout
  readonly #hash: KeyedHash
  readonly #compared: readonly boolean[]
  readonly #isAllCompared: boolean
  readonly #view: DataView<ArrayBuffer>
  readonly #scratch = new Uint8Array(maxRecordBytes + 256)
  readonly #scratchView = new DataView(this.#scratch.buffer)

  constructor(
    layout: InputLayout,
    hash: KeyedHash,
    { bytes, compare }: { bytes: Uint8Array<ArrayBuffer>; compare: readonly SharedColumnName[] },
  ) {
    this.#layout = layout
    this.#hash = hash
    this.#view = new DataView(bytes.buffer, bytes.byteOffset)
    this.#compared = sharedColumns.map(({ name }) => compare.includes(name))
    this.#isAllCompared = this.#compared.every(Boolean)
  }

  /** Computes the key half of {@link fingerprint}: wallet transaction code and type. */
  readKey(batch: RecordBatch, record: number): void {
    const { walletCode, type } = this.#layout
    const typeStart = columnStart(batch, record, type)
    const { bytes } = batch
    const isRefund = bytes[bytes[typeStart] === quote ? typeStart + 1 : typeStart] === minus
    const hash = this.#hash
    hash.start(isRefund ? hashedAs.refundKey : hashedAs.paymentKey)
    const start = columnStart(batch, record, walletCode)
    const end = columnEnd(batch, record, walletCode)
    if (bytes[start] === quote) {
      const length = unquoteBytes({ bytes, start, end }, this.#scratch, 0)
      hash.update(this.#scratchView, 0, length)
    } else {
      hash.update(this.#view, start, end)
    }
    hash.finish()
    this.fingerprint.keyFirst = hash.first
    this.fingerprint.keySecond = hash.second
  }

  /** Computes the whole {@link fingerprint} of a record whose values have been checked. */
  read(batch: RecordBatch, record: number, values: RowValues): void {
    this.readKey(batch, record)
    const hash = this.#hash
    hash.start(values.status === 0 ? hashedAs.successContent : hashedAs.otherContent)
    const first = this.#layout.firstShared
    const last = first + sharedColumns.length - 1
    const end = columnEnd(batch, record, last)
    const isPlain = this.#isAllCompared && (batch.firstQuotes[record] ?? 0) >= end
    if (isPlain && values.amounts.every(isCanonical)) {
      hash.update(this.#view, columnStart(batch, record, first), end)
    } else {
      hash.update(this.#scratchView, 0, this.#writeContent(batch, record, values))
    }
    hash.finish()
    this.fingerprint.contentFirst = hash.first
    this.fingerprint.contentSecond = hash.second
  }

  /**
   * Writes the compared values in a canonical form, which is that of an ordinary row: amounts in
   * the shortest way, quotes only around a separator or a quote. Different contents are written
   * differently.
   */
  #writeContent(batch: RecordBatch, record: number, values: RowValues): number {
    let at = 0
    for (let shared = 0; shared < sharedColumns.length; shared += 1) {
      if (shared > 0) this.#scratch[at++] = comma
      if (this.#compared[shared] !== true) continue
      const amount = values.amounts[amountIndexes[shared] ?? -1]
      at =
        amount === undefined
          ? this.#writeText(batch, { record, column: this.#layout.firstShared + shared }, at)
          : this.#writeAmount(amount, at)
    }
    return at
  }

  #writeText(batch: RecordBatch, cell: { record: number; column: number }, at: number): number {
    const start = columnStart(batch, cell.record, cell.column)
    const end = columnEnd(batch, cell.record, cell.column)
    const { bytes } = batch
    const length = unquoteBytes({ bytes, start, end }, this.#scratch, at)
    const value = this.#scratch.subarray(at, at + length)
    if (!value.includes(comma) && !value.includes(quote)) return at + length
    this.#scratch.set(bytes.subarray(start, end), at)
    return at + end - start
  }

  #writeAmount({ isNegative, whole, parts }: Decimal, at: number): number {
    const scratch = this.#scratch
    let end = at
    if (isNegative) scratch[end++] = minus
    end = writeDigits(scratch, end, String(whole))
    if (parts === 0) return end
    scratch[end++] = dot
    end = writeDigits(scratch, end, String(parts).padStart(4, '0'))
    while (scratch[end - 1] === zero) end -= 1
    return end
  }
}

function isCanonical(decimal: Decimal): boolean {
  return decimal.isCanonical
}
