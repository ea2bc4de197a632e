import type { RowValues } from '../rows/check-row.ts'
import type { Decimal } from '../rows/amounts.ts'
import { type RecordBatch, columnEnd, columnStart } from '../csv/record-batch.ts'
import { maxRecordBytes } from '../csv/record-limit.ts'
import { unquoteBytes } from '../csv/fields.ts'
import { type InputLayout, type SharedColumnName, sharedColumns } from '../layouts.ts'
import type { Fingerprint, KeyedHash } from './keyed-hash.ts'

const quote = 34
const minus = 45
const zero = 48
const dot = 46

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
    hash.start(isRefund ? 2 : 1)
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
    hash.start(values.status === 0 ? 3 : 4)
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
      if (shared > 0) this.#scratch[at++] = 44
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
    if (!value.includes(44) && !value.includes(quote)) return at + length
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

const comma = 44
const one = 49
const checksumDigits = 32

/** Computes the keys of lines without quotes, parsing only their first columns and their end. */
export class LineKeys {
  /** The two halves of the hash of the key, equal to those of {@link FingerprintRows.readKey}. */
  first = 0
  second = 0
  readonly #walletCode: number
  readonly #hash: KeyedHash
  #view = new DataView(new ArrayBuffer(0))

  constructor({ walletCode }: InputLayout, hash: KeyedHash) {
    this.#walletCode = walletCode
    this.#hash = hash
  }

  /** @returns false when the line has quotes or an unexpected form, and must be parsed */
  read(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): boolean {
    const typeEnd = end - checksumDigits - 1
    if (typeEnd < start + 2 || bytes[typeEnd] !== comma) return false
    const last = bytes[typeEnd - 1]
    if (last !== comma && last !== one) return false
    const beforeLast = bytes[typeEnd - 2]
    const isRefund = last === one && beforeLast === minus && bytes[typeEnd - 3] === comma
    if (last === one && !isRefund && beforeLast !== comma) return false
    let columns = 0
    let codeStart = start
    for (let at = start; at < typeEnd; at += 1) {
      const byte = bytes[at]
      if (byte === quote) return false
      if (byte !== comma) continue
      if (columns === this.#walletCode) {
        this.#readCode(bytes, { start: codeStart, end: at }, isRefund)
        return true
      }
      columns += 1
      codeStart = at + 1
    }
    return false
  }

  #readCode(
    bytes: Uint8Array<ArrayBuffer>,
    { start, end }: { start: number; end: number },
    isRefund: boolean,
  ): void {
    if (this.#view.buffer !== bytes.buffer) {
      this.#view = new DataView(bytes.buffer, bytes.byteOffset)
    }
    const hash = this.#hash
    hash.start(isRefund ? 2 : 1)
    hash.update(this.#view, start, end)
    hash.finish()
    this.first = hash.first
    this.second = hash.second
  }
}
