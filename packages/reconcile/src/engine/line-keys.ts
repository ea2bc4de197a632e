import type { InputLayout } from '../layouts/layout.ts'
import type { KeyedHash } from './keyed-hash.ts'

const quote = 34
const comma = 44
const minus = 45
const one = 49
const checksumDigits = 32

/** Reads the keys of plain lines from their two ends, without looking at what stands between. */
export class LineKeys {
  /** The two halves of the hash of the key, as `FingerprintRows.readKey` reads it. */
  first = 0
  second = 0
  readonly #walletCode: number
  readonly #hash: KeyedHash
  #view = new DataView(new ArrayBuffer(0))

  constructor({ walletCode }: InputLayout, hash: KeyedHash) {
    this.#walletCode = walletCode
    this.#hash = hash
  }

  /** @returns false when the line is not as plain as that, and must be taken apart */
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
