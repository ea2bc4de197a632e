import { type RecordBatch, columnEnd, columnStart, recordProblem } from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/fields.ts'
import type { ChecksumProfile } from './checksum-profile.ts'
import { type Md5Hasher, md5Blocks, padMessage } from './md5.ts'

/** Longest checksum key, in bytes of UTF-8. */
export const maxKeyBytes = 1024

/** Longest separator between two values, in bytes of UTF-8. */
export const maxSeparatorBytes = 64

/** Writes the message whose MD5 is the checksum of a row. */
export interface ChecksumMessage {
  /** Upper bound of the bytes that {@link write} writes for the record. */
  lengthAtMost(batch: RecordBatch, record: number): number
  /** @returns how many bytes were written from `at` on */
  write(batch: RecordBatch, record: number, target: { bytes: Uint8Array; at: number }): number
}

const encoder = new TextEncoder()

/** What is hashed besides the row data. */
export interface ChecksumAffixes {
  /** Bytes before the row data. */
  readonly prefix: Uint8Array
  /** Bytes behind the row data. */
  readonly suffix: Uint8Array
  /** Bytes between two values, where the row data are values. */
  readonly separator: Uint8Array
}

/**
 * What a checksum profile and a key add to the row data.
 *
 * @throws TypeError when the key is empty or longer than {@link maxKeyBytes}, or the separator longer than
 * {@link maxSeparatorBytes}
 */
export function checksumAffixes(profile: ChecksumProfile, key: string): ChecksumAffixes {
  const keyBytes = encoder.encode(key)
  if (keyBytes.length === 0 || keyBytes.length > maxKeyBytes) {
    throw new TypeError(`The checksum key must have 1 to ${maxKeyBytes} bytes.`)
  }
  const isRecord = profile.rowData === 'record'
  const separator = encoder.encode(isRecord ? ',' : (profile.separator ?? ''))
  if (separator.length > maxSeparatorBytes) {
    throw new TypeError(
      `The separator of a checksum profile must have at most ${maxSeparatorBytes} bytes.`,
    )
  }
  const beforeKey = profile.separatorBeforeKey ? separator : new Uint8Array()
  return profile.key === 'before'
    ? { prefix: joinBytes(keyBytes, beforeKey), suffix: new Uint8Array(), separator }
    : { prefix: new Uint8Array(), suffix: joinBytes(beforeKey, keyBytes), separator }
}

/**
 * The messages of a checksum profile and a key.
 *
 * @throws TypeError when the key is empty or longer than {@link maxKeyBytes}
 */
export function createChecksumMessage(profile: ChecksumProfile, key: string): ChecksumMessage {
  const { prefix, suffix, separator } = checksumAffixes(profile, key)
  const isRecord = profile.rowData === 'record'
  const fixed = prefix.length + suffix.length

  function writeValues(
    batch: RecordBatch,
    record: number,
    target: { bytes: Uint8Array; at: number },
  ) {
    let { at } = target
    for (let column = 0; column < batch.columns - 1; column += 1) {
      if (column > 0) {
        target.bytes.set(separator, at)
        at += separator.length
      }
      const start = columnStart(batch, record, column)
      const field = { bytes: batch.bytes, start, end: columnEnd(batch, record, column) }
      at += unquoteBytes(field, target.bytes, at)
    }
    return at - target.at
  }

  return {
    lengthAtMost(batch, record) {
      const row = (batch.ends[record] ?? 0) - (batch.starts[record] ?? 0)
      return fixed + row + (isRecord ? 0 : batch.columns * separator.length)
    },
    write(batch, record, target) {
      const { bytes } = target
      let { at } = target
      if (prefix.length > 0) bytes.set(prefix, at)
      at += prefix.length
      if (isRecord) {
        const start = batch.starts[record] ?? 0
        const end = columnEnd(batch, record, batch.columns - 2)
        copyRecord(batch, { start, end }, { bytes, at })
        at += end - start
      } else {
        at += writeValues(batch, record, { bytes, at })
      }
      bytes.set(suffix, at)
      return at + suffix.length - target.at
    },
  }
}

/** Copies bytes of a batch; without a view of them when both are in one memory. */
function copyRecord(
  batch: RecordBatch,
  { start, end }: { start: number; end: number },
  target: { bytes: Uint8Array; at: number },
): void {
  const { bytes } = batch
  if (bytes.buffer === target.bytes.buffer) {
    const offset = bytes.byteOffset - target.bytes.byteOffset
    target.bytes.copyWithin(target.at, start + offset, end + offset)
  } else {
    target.bytes.set(bytes.subarray(start, end), target.at)
  }
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

const quote = 34
const hexDigits = 32

/** Value of each byte as a hex digit; 16 for every other byte. */
const digitOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase())
  return digit < 0 ? 16 : digit
})

/** Whether the hex digits at `start` are the digest whose words are given. */
function isDigest(bytes: Uint8Array, start: number, word: (index: number) => number): boolean {
  for (let index = 0, at = start; index < 4; index += 1) {
    let value = 0
    for (let shift = 0; shift < 32; shift += 8, at += 2) {
      const high = digitOf[bytes[at] ?? 0] ?? 16
      const low = digitOf[bytes[at + 1] ?? 0] ?? 16
      if ((high | low) > 15) return false
      value |= ((high << 4) | low) << shift
    }
    if (value !== word(index)) return false
  }
  return true
}

/** Records whose messages have the same number of blocks, and wait until all lanes are filled. */
interface Waiting {
  readonly records: Int32Array
  count: number
}

/**
 * Verifies the checksums of batches of records. Messages with the same number of blocks are hashed
 * together, in the lanes of the hasher.
 */
export class ChecksumVerifier {
  readonly #rowData: ChecksumMessage
  readonly #hasher: Md5Hasher
  /** Records that wait to be hashed, by their number of blocks. */
  readonly #waiting: Waiting[] = []
  readonly #target: { bytes: Uint8Array; at: number }
  readonly #wordOf: (index: number) => number
  #lane = 0
  readonly #blocksOf = new Int32Array(8)

  constructor(rowData: ChecksumMessage, hasher: Md5Hasher) {
    this.#rowData = rowData
    this.#hasher = hasher
    this.#target = { bytes: hasher.bytes, at: 0 }
    const { digests, lanes } = hasher
    this.#wordOf = (index) => digests[index * lanes + this.#lane] ?? 0
  }

  /**
   * Writes 1 to `good` for each record with a right checksum, and 0 for every other one, malformed
   * records among them.
   */
  verify(batch: RecordBatch, good: Uint8Array): void {
    const last = batch.columns - 1
    for (let record = 0; record < batch.count; record += 1) {
      good[record] = 0
      if (batch.problems[record] !== recordProblem.none) continue
      const length = columnEnd(batch, record, last) - columnStart(batch, record, last)
      if (length !== hexDigits && length !== hexDigits + 2) continue
      this.#add(batch, record, good)
    }
    for (const waiting of this.#waiting) {
      if (waiting !== undefined && waiting.count > 0) this.#hash(batch, waiting, good)
    }
  }

  #add(batch: RecordBatch, record: number, good: Uint8Array): void {
    const blocks = md5Blocks(this.#rowData.lengthAtMost(batch, record))
    const { lanes } = this.#hasher
    const waiting = (this.#waiting[blocks] ??= { records: new Int32Array(lanes), count: 0 })
    waiting.records[waiting.count] = record
    waiting.count += 1
    if (waiting.count === lanes) this.#hash(batch, waiting, good)
  }

  #hash(batch: RecordBatch, waiting: Waiting, good: Uint8Array): void {
    const { records, count } = waiting
    const { bytes, firstLane, laneBytes } = this.#hasher
    const blocksOf = this.#blocksOf
    let isEven = true
    for (let lane = 0; lane < count; lane += 1) {
      const at = firstLane + lane * laneBytes
      this.#target.at = at
      const length = this.#rowData.write(batch, records[lane] ?? 0, this.#target)
      padMessage(bytes, at, length)
      blocksOf[lane] = md5Blocks(length)
      if (blocksOf[lane] !== blocksOf[0]) isEven = false
    }
    // A message without its quotes may have fewer blocks than its upper bound.
    if (isEven) this.#hasher.hash(blocksOf[0] ?? 0)
    for (let lane = 0; lane < count; lane += 1) {
      if (!isEven) this.#hasher.hash(blocksOf[lane] ?? 0)
      this.#lane = lane
      const record = records[lane] ?? 0
      good[record] = this.#isRight(batch, record) ? 1 : 0
    }
    waiting.count = 0
  }

  #isRight(batch: RecordBatch, record: number): boolean {
    const start = columnStart(batch, record, batch.columns - 1)
    const isQuoted = batch.bytes[start] === quote
    const length = (batch.ends[record] ?? 0) - start
    if (isQuoted !== (length === hexDigits + 2)) return false
    return isDigest(batch.bytes, isQuoted ? start + 1 : start, this.#wordOf)
  }
}
