import type { KeyedHash } from '../sketch/keyed-hash.ts'

const blockBytes = 1024

/**
 * A keyed hash of all bytes of a file, independent of the chunks. Its key is random in every run,
 * so nobody can construct two files with the same hash.
 */
export class ContentSum {
  readonly #hash: KeyedHash
  readonly #carry = new Uint8Array(blockBytes)
  readonly #carryView = new DataView(this.#carry.buffer)
  #carried = 0
  #first = 0
  #second = 0

  constructor(hash: KeyedHash) {
    this.#hash = hash
  }

  /** Adds the next bytes of the file. */
  update(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    if (this.#carried > 0) {
      at = Math.min(blockBytes - this.#carried, bytes.length)
      this.#carry.set(bytes.subarray(0, at), this.#carried)
      this.#carried += at
      if (this.#carried < blockBytes) return
      this.#addBlock(this.#carryView, 0, blockBytes)
    }
    for (; at + blockBytes <= bytes.length; at += blockBytes) {
      this.#addBlock(view, at, at + blockBytes)
    }
    this.#carry.set(bytes.subarray(at))
    this.#carried = bytes.length - at
  }

  /** Ends the sum; @returns it as hex */
  end(): string {
    this.#addBlock(this.#carryView, 0, this.#carried)
    return [this.#first, this.#second].map((half) => (half >>> 0).toString(16)).join('-')
  }

  /** Each block is hashed together with the sum of the blocks before it. */
  #addBlock(view: DataView, start: number, end: number): void {
    const hash = this.#hash
    hash.start(this.#first)
    hash.update(view, start, end)
    hash.finish()
    this.#second = (Math.imul(this.#second, 31) + hash.second) | 0
    this.#first = hash.first
  }
}
