import { releaseMemory } from './release-memory.ts'

const lineWords = 16
const bitsOfKey = 8

/**
 * Tells keys that come a second time, in memory of a fixed size: a Bloom filter in which all bits of a
 * key lie in one line of the cache. It may take a new key for an old one (at 8 MB hardly one of a
 * million keys, about four hundred of four million), never the other way round.
 */
export class RepeatFilter {
  readonly #words: Int32Array<ArrayBuffer>

  /** @param bytes size, a power of two from 64 on */
  constructor(bytes: number) {
    this.#words = new Int32Array(bytes / 4)
  }

  /** Gives its memory back; nothing else may be asked afterwards. */
  release(): void {
    releaseMemory(this.#words)
  }

  /** Forgets every key. */
  clear(): void {
    this.#words.fill(0)
  }

  /** Notes a key; @returns whether it has probably come before */
  isRepeated(first: number, second: number): boolean {
    const words = this.#words
    const line = (second & (words.length / lineWords - 1)) * lineWords
    let rest = first
    let isKnown = true
    for (let index = 0; index < bitsOfKey; index += 1) {
      const at = line + (rest & (lineWords - 1))
      const bit = 1 << ((rest >>> 4) & 31)
      const word = words[at] ?? 0
      if ((word & bit) === 0) isKnown = false
      words[at] = word | bit
      rest = Math.imul(rest, 0x9e3779b1) ^ (rest >>> 15)
    }
    return isKnown
  }
}
