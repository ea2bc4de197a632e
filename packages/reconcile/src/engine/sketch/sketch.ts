import type { Fingerprint } from './keyed-hash.ts'
import { releaseMemory } from './key-sets.ts'

const cellWords = 6
const hashes = 3

/** log2 of a third of the cells: 1.2 MB, which fits the second-level cache, and 9 MB. */
export const sketchSizes: readonly number[] = [14, 17]

/**
 * Called with the key of each fingerprint that only one side has: 1 for the partner, -1 for the
 * service.
 */
export type SketchTaker = (keyFirst: number, keySecond: number, sign: 1 | -1) => void

function mix(value: number, other: number): number {
  let mixed = Math.imul(value ^ Math.imul(other, 0x9e3779b1), 0x85ebca6b)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 14)
}

/**
 * The difference between two sets of fingerprints, in memory that depends only on the size of the
 * difference: an invertible Bloom lookup table. Equal fingerprints of both sides cancel, in any
 * order.
 *
 * All sums are modulo 2^32, so the sketches of parts of a file can be added up.
 *
 * @see Goodrich and Mitzenmacher, "Invertible Bloom Lookup Tables", 2011
 */
export class Sketch {
  readonly #cells: Int32Array<ArrayBuffer>
  readonly #third: number

  /**
   * @param size log2 of the cells of each of the three parts; about 2.25 x 2^size differences can
   *   be decoded
   * @param cells the cells of an existing sketch; new cells if left out
   */
  constructor(size: number, cells = new Int32Array(2 ** size * hashes * cellWords)) {
    this.#third = 2 ** size
    this.#cells = cells
  }

  /** Adds a fingerprint of the partner (1) or of the service (-1). */
  add({ keyFirst, keySecond, contentFirst, contentSecond }: Fingerprint, sign: 1 | -1): void {
    const word = mix(contentFirst, keySecond)
    const other = mix(contentSecond, keyFirst)
    const third = mix(word, other)
    const check = Math.imul(mix(third, word), sign)
    const cells = this.#cells
    const mask = this.#third - 1
    for (let part = 0, hash = word; part < hashes; part += 1) {
      const at = (part * this.#third + (hash & mask)) * cellWords
      hash = part === 0 ? other : third
      cells[at] = (cells[at] ?? 0) + sign
      cells[at + 1] = (cells[at + 1] ?? 0) + Math.imul(keyFirst, sign)
      cells[at + 2] = (cells[at + 2] ?? 0) + Math.imul(keySecond, sign)
      cells[at + 3] = (cells[at + 3] ?? 0) + Math.imul(contentFirst, sign)
      cells[at + 4] = (cells[at + 4] ?? 0) + Math.imul(contentSecond, sign)
      cells[at + 5] = (cells[at + 5] ?? 0) + check
    }
  }

  /** Frees the memory; the sketch cannot be used afterwards. */
  release(): void {
    releaseMemory(this.#cells)
  }

  /**
   * Decodes the differences, which empties the sketch: a cell with a single fingerprint is read,
   * this fingerprint is removed from its other cells, and so on (peeling).
   *
   * @returns false when there are more differences than it can decode; those passed on until then
   *   are correct
   */
  decode(take: SketchTaker): boolean {
    const cells = this.#cells
    const waiting: number[] = []
    for (let slot = 0; slot < this.#third * hashes; slot += 1) {
      const count = cells[slot * cellWords]
      if (count === 1 || count === -1) waiting.push(slot)
    }
    for (let slot = waiting.pop(); slot !== undefined; slot = waiting.pop()) {
      const found = this.#pure(slot)
      if (found === undefined) continue
      const { sign, fingerprint } = found
      take(fingerprint.keyFirst, fingerprint.keySecond, sign)
      this.add(fingerprint, sign === 1 ? -1 : 1)
      waiting.push(...this.#slots(fingerprint))
    }
    return isZero(cells)
  }

  /**
   * The three cells of a fingerprint. The third hash depends on both others, so that two
   * fingerprints that collide in one half still differ in a cell.
   */
  #slots({ keyFirst, keySecond, contentFirst, contentSecond }: Fingerprint): number[] {
    const word = mix(contentFirst, keySecond)
    const other = mix(contentSecond, keyFirst)
    const mask = this.#third - 1
    return [word, other, mix(word, other)].map((hash, part) => part * this.#third + (hash & mask))
  }

  /** The fingerprint of a cell with a single one; undefined for every other cell. */
  #pure(slot: number): { sign: 1 | -1; fingerprint: Fingerprint } | undefined {
    const at = slot * cellWords
    const sign = this.#cells[at]
    if (sign !== 1 && sign !== -1) return undefined
    const read = (index: number) => Math.imul(this.#cells[at + index] ?? 0, sign)
    const fingerprint: Fingerprint = {
      keyFirst: read(1),
      keySecond: read(2),
      contentFirst: read(3),
      contentSecond: read(4),
    }
    const word = mix(fingerprint.contentFirst, fingerprint.keySecond)
    const third = mix(word, mix(fingerprint.contentSecond, fingerprint.keyFirst))
    return mix(third, word) === read(5) && this.#slots(fingerprint).includes(slot)
      ? { sign, fingerprint }
      : undefined
  }
}

function isZero(words: Int32Array): boolean {
  for (let at = 0; at < words.length; at += 1) if (words[at] !== 0) return false
  return true
}
