import { type RecordBatch, columnEnd, columnStart, recordProblem } from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/fields.ts'
import { checkProfile, type ChecksumProfile } from './checksum-profile.ts'
import { md5HexDigits, type Md5Hasher } from './md5.ts'
import { quote } from '../csv/character-codes.ts'

/** Longest checksum key, in bytes of UTF-8. */
export const maxKeyBytes = 1024

/** Longest separator between two values, in bytes of UTF-8. */
export const maxSeparatorBytes = 64

/** Writes the message whose MD5 is the checksum of a row. */
export interface ChecksumMessage {
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
 * The bytes that a checksum profile and a key add to the row data.
 *
 * @throws TypeError when the key is empty or longer than {@link maxKeyBytes}, or the separator
 *   longer than {@link maxSeparatorBytes}
 */
export function checksumAffixes(profile: ChecksumProfile, key: string): ChecksumAffixes {
  checkProfile(profile)
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

/** Copies bytes of a batch; when both are in the same memory, no view is allocated. */
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

/** Value of each byte as a hex digit; 16 for every other byte. */
const digitOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase())
  return digit < 0 ? 16 : digit
})

/** Whether the hex digits at `start` are the digest whose words are given. */
function isDigest(bytes: Uint8Array, start: number, words: Int32Array): boolean {
  for (let index = 0, at = start; index < 4; index += 1) {
    let value = 0
    for (let shift = 0; shift < 32; shift += 8, at += 2) {
      const high = digitOf[bytes[at] ?? 0] ?? 16
      const low = digitOf[bytes[at + 1] ?? 0] ?? 16
      if ((high | low) > 15) return false
      value |= ((high << 4) | low) << shift
    }
    if (value !== words[index]) return false
  }
  return true
}

/** Verifies the checksums of batches of records. */
export class ChecksumVerifier {
  readonly #message: ChecksumMessage
  readonly #hasher: Md5Hasher
  readonly #target: { readonly bytes: Uint8Array; readonly at: number }

  constructor(message: ChecksumMessage, hasher: Md5Hasher) {
    this.#message = message
    this.#hasher = hasher
    this.#target = { bytes: hasher.bytes, at: hasher.start }
  }

  /**
   * Writes 1 to `good` for each record with a right checksum, and 0 for every other one, including
   * malformed records.
   */
  verify(batch: RecordBatch, good: Uint8Array): void {
    for (let record = 0; record < batch.count; record += 1) {
      const isWellFormed = batch.problems[record] === recordProblem.none
      good[record] = isWellFormed && this.#isRight(batch, record) ? 1 : 0
    }
  }

  #isRight(batch: RecordBatch, record: number): boolean {
    const start = columnStart(batch, record, batch.columns - 1)
    const length = (batch.ends[record] ?? 0) - start
    const isQuoted = batch.bytes[start] === quote
    if (length !== (isQuoted ? md5HexDigits + 2 : md5HexDigits)) return false
    const words = this.#hasher.hash(this.#message.write(batch, record, this.#target))
    return isDigest(batch.bytes, isQuoted ? start + 1 : start, words)
  }
}
