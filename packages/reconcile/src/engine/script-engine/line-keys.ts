import { md5HexDigits } from '../../checksum/md5.ts'
import { comma, minus, one, quote } from '../../csv/character-codes.ts'
import type { InputLayout } from '../../layouts.ts'
import { hashedAs, type KeyedHash } from '../sketch/keyed-hash.ts'

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
    // The last two columns are the type, which is `1`, `-1` or empty, and the checksum.
    const typeEnd = end - md5HexDigits - 1
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
        this.#hashKey(bytes, { start: codeStart, end: at, isRefund })
        return true
      }
      columns += 1
      codeStart = at + 1
    }
    return false
  }

  #hashKey(
    bytes: Uint8Array<ArrayBuffer>,
    { start, end, isRefund }: { start: number; end: number; isRefund: boolean },
  ): void {
    if (this.#view.buffer !== bytes.buffer) {
      this.#view = new DataView(bytes.buffer, bytes.byteOffset)
    }
    const hash = this.#hash
    hash.start(isRefund ? hashedAs.refundKey : hashedAs.paymentKey)
    hash.update(this.#view, start, end)
    hash.finish()
    this.first = hash.first
    this.second = hash.second
  }
}
