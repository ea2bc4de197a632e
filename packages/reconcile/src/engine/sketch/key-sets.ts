/** Maximum number of suspect keys in memory. */
export const maxSuspects = 400_000

/** A hash set of 64-bit keys in a typed array, 8 bytes for each slot, which grows up to a limit. */
export class KeySet {
  #slots = new Int32Array(2 * 1024)
  #size = 0
  /** Whether the set has the key of two zeros, which marks a free slot in the table. */
  #hasZero = false
  #isGivenUp = false
  readonly #limit: number

  /** @param limit maximum number of keys */
  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#size + (this.#hasZero ? 1 : 0)
  }

  /** Whether more keys were added than the limit; some are missing then. */
  get isOver(): boolean {
    return this.#isGivenUp || this.#size > this.#limit
  }

  /** Records that keys are missing, as when there are too many; `isOver` is true from then on. */
  giveUp(): void {
    this.#isGivenUp = true
  }

  has(first: number, second: number): boolean {
    if (first === 0 && second === 0) return this.#hasZero
    const at = this.#find(first, second)
    return this.#slots[at] !== 0 || this.#slots[at + 1] !== 0
  }

  /** Calls a function with every key. */
  forEach(take: (first: number, second: number) => void): void {
    if (this.#hasZero) take(0, 0)
    const slots = this.#slots
    for (let at = 0; at < slots.length; at += 2) {
      const first = slots[at] ?? 0
      const second = slots[at + 1] ?? 0
      if (first !== 0 || second !== 0) take(first, second)
    }
  }

  /** All keys, two numbers each. */
  keys(): Int32Array<ArrayBuffer> {
    const keys = new Int32Array(2 * this.size)
    let at = 0
    this.forEach((first, second) => {
      keys[at] = first
      keys[at + 1] = second
      at += 2
    })
    return keys
  }

  /** Adds keys, two numbers each. */
  addAll(keys: Int32Array): void {
    for (let at = 0; at < keys.length; at += 2) this.add(keys[at] ?? 0, keys[at + 1] ?? 0)
  }

  add(first: number, second: number): void {
    if (this.isOver) return
    if (first === 0 && second === 0) {
      this.#hasZero = true
      return
    }
    const at = this.#find(first, second)
    if (this.#slots[at] !== 0 || this.#slots[at + 1] !== 0) return
    this.#slots[at] = first
    this.#slots[at + 1] = second
    this.#size += 1
    if (this.#size * 4 > this.#slots.length) this.#grow()
  }

  /** The slot of a key, or the free slot for it. */
  #find(first: number, second: number): number {
    const slots = this.#slots
    const mask = slots.length / 2 - 1
    for (let place = (first ^ (second >>> 7)) & mask; ; place = (place + 1) & mask) {
      const at = place * 2
      if (slots[at] === first && slots[at + 1] === second) return at
      if (slots[at] === 0 && slots[at + 1] === 0) return at
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Int32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      const first = old[at] ?? 0
      const second = old[at + 1] ?? 0
      if (first === 0 && second === 0) continue
      const place = this.#find(first, second)
      this.#slots[place] = first
      this.#slots[place + 1] = second
    }
  }
}

const minFilterBytes = 8 * 2 ** 20
const maxFilterBytes = 64 * 2 ** 20

/**
 * Size of the filter of repeated keys for a number of keys: at least 16 bits per key, so that it
 * has few false positives, between 8 MB and 64 MB, which is enough for 32 million keys in half of
 * the memory of a Worker.
 */
export function filterBytesFor(keys: number): number {
  const needed = 2 ** Math.ceil(Math.log2(Math.max(1, keys) * 2))
  return Math.min(maxFilterBytes, Math.max(minFilterBytes, needed))
}

const lineWords = 16
/**
 * log2 of the cache lines of a page, which is allocated with its first key: short files need few
 * pages.
 */
const linesOfPage = 6
const pageLines = 2 ** linesOfPage
const pageBytes = pageLines * lineWords * 4
const bitsOfKey = 8

/**
 * Detects repeated keys in memory of fixed size: a Bloom filter in which all bits of a key lie in
 * one cache line. It has false positives (at 8 MB about none of a million keys, about four hundred
 * of four million), but no false negatives.
 */
export class BloomFilter {
  readonly #pages: (Int32Array<ArrayBuffer> | undefined)[]

  /** @param bytes size, a power of two of at least 4096 */
  constructor(bytes: number) {
    this.#pages = Array.from({ length: bytes / pageBytes }, () => undefined)
  }

  /** Removes every key, and frees the memory. */
  clear(): void {
    for (const words of this.#pages) if (words !== undefined) releaseMemory(words)
    this.#pages.fill(undefined)
  }

  /** Adds a key; @returns whether it was probably added before */
  isRepeated(first: number, second: number): boolean {
    const place = second & (this.#pages.length * pageLines - 1)
    const words = (this.#pages[place >>> linesOfPage] ??= new Int32Array(pageBytes / 4))
    const line = (place & (pageLines - 1)) * lineWords
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

/**
 * Frees the memory of an array at once. Where the runtime cannot (Node 20), the garbage collector
 * does it later, perhaps after the run.
 */
export function releaseMemory(words: Int32Array<ArrayBuffer>): void {
  if ('transfer' in words.buffer) words.buffer.transfer(0)
}
