import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import { type Md5Hasher, messageBytes } from '../checksum/md5.ts'
import { type ChecksumAffixes, checksumAffixes } from '../checksum/verify-checksums.ts'
import { unquoteBytes } from '../csv/fields.ts'
import type { AgreedPair } from '../matching/arena/agreed-pairs.ts'
import { closingQuote, copyShortest } from './shortest-fields.ts'
import { comma, quote } from '../csv/character-codes.ts'

const encoder = new TextEncoder()
const lineEnd = encoder.encode('\r\n')

/**
 * The columns between both sides and after them: the type in both places, and the status of the
 * transaction at the end.
 */
const middleOf = { '1': encoder.encode(',1,'), '-1': encoder.encode(',-1,') }
const endOf = { '1': encoder.encode(',1,00'), '-1': encoder.encode(',-1,00') }

/** Writes bytes. @returns where they end */
function put(some: Uint8Array, target: Uint8Array, at: number): number {
  for (let index = 0; index < some.length; index += 1) target[at + index] = some[index] ?? 0
  return at + some.length
}

/**
 * Writes rows of the result file from the bytes of both sides, for transactions that agree byte for
 * byte: the same bytes as `formatRow(resultValues(…))` gives, many times as fast.
 *
 * @see Specification 2.18
 */
export class AgreedRow {
  readonly #hasher: Md5Hasher
  readonly #affixes: ChecksumAffixes
  readonly #isRecord: boolean
  readonly #digits: Uint8Array
  /** Where the row is written: into its message at once, where its bytes are hashed as they are. */
  readonly #bytes: Uint8Array
  readonly #target: { readonly bytes: Uint8Array; readonly view: DataView }
  readonly #start: number

  /** @throws TypeError when the key is too long or empty */
  constructor(profile: ChecksumProfile, key: string, hasher: Md5Hasher) {
    this.#hasher = hasher
    this.#affixes = checksumAffixes(profile, key)
    this.#isRecord = profile.rowData === 'record'
    this.#digits = encoder.encode(
      profile.hexCase === 'upper' ? '0123456789ABCDEF' : '0123456789abcdef',
    )
    const { bytes, start } = hasher
    this.#bytes = this.#isRecord
      ? bytes.subarray(start, start + messageBytes)
      : new Uint8Array(messageBytes)
    const { buffer, byteOffset, byteLength } = this.#bytes
    this.#target = { bytes: this.#bytes, view: new DataView(buffer, byteOffset, byteLength) }
    this.#start = this.#isRecord ? this.#affixes.prefix.length : 0
  }

  /** @returns the row with its checksum and its line ending, valid until the next call */
  write({ partner, service, type }: AgreedPair): Uint8Array {
    const bytes = this.#bytes
    let end = copyShortest(partner, this.#target, this.#start)
    end = put(middleOf[type], bytes, end)
    end = copyShortest(service, this.#target, end)
    end = put(endOf[type], bytes, end)
    const words = this.#hasher.hash(this.#writeMessage(end))
    bytes[end] = comma
    end = put(lineEnd, bytes, this.#writeDigest(words, end + 1))
    return bytes.subarray(this.#start, end)
  }

  /** Completes the message whose MD5 is the checksum of the row up to `end`. @returns its length */
  #writeMessage(end: number): number {
    const { bytes, start } = this.#hasher
    const { prefix, suffix } = this.#affixes
    const rowStart = put(prefix, bytes, start)
    const rowEnd = this.#isRecord ? start + end : this.#writeValues(end, rowStart)
    return put(suffix, bytes, rowEnd) - start
  }

  #writeValues(end: number, at: number): number {
    const row = this.#bytes
    const { bytes } = this.#hasher
    let to = at
    for (let start = 0; start <= end;) {
      if (start > 0) to = put(this.#affixes.separator, bytes, to)
      let fieldEnd = row[start] === quote ? closingQuote(row, start, end) + 1 : start
      while (fieldEnd < end && row[fieldEnd] !== comma) fieldEnd += 1
      to += unquoteBytes({ bytes: row, start, end: fieldEnd }, bytes, to)
      start = fieldEnd + 1
    }
    return to
  }

  #writeDigest(words: Int32Array, at: number): number {
    const bytes = this.#bytes
    let to = at
    for (let word = 0; word < 4; word += 1) {
      const value = words[word] ?? 0
      for (let shift = 0; shift < 32; shift += 8, to += 2) {
        bytes[to] = this.#digits[(value >>> (shift + 4)) & 15] ?? 0
        bytes[to + 1] = this.#digits[(value >>> shift) & 15] ?? 0
      }
    }
    return to
  }
}
