/**
 * A row as 128 bits: 64 of its key (wallet transaction code and type), 64 of the compared columns.
 */
export interface Fingerprint {
  keyFirst: number
  keySecond: number
  contentFirst: number
  contentSecond: number
}

/** What a text is hashed as, so that equal texts of different meaning have different hashes. */
export const hashedAs = { paymentKey: 1, refundKey: 2, successContent: 3, otherContent: 4 } as const

/** A multiplier: odd, so that multiplication loses no bit of the text. */
function oddNumber(numbers: Int32Array, index: number): number {
  return (numbers[index] ?? 0) | 1
}

function finish(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/**
 * A 64-bit hash with multipliers that are random in every run, so that the author of a file cannot
 * construct two texts with the same hash.
 */
export class KeyedHash {
  /** The two halves of the hash, after {@link finish}. */
  first = 0
  second = 0
  readonly #firstStart: number
  readonly #secondStart: number
  readonly #firstFactor: number
  readonly #secondFactor: number
  readonly #firstSpread: number
  readonly #secondSpread: number
  #length = 0

  constructor() {
    const numbers = crypto.getRandomValues(new Int32Array(6))
    this.#firstStart = numbers[0] ?? 0
    this.#secondStart = numbers[1] ?? 0
    this.#firstFactor = oddNumber(numbers, 2)
    this.#secondFactor = oddNumber(numbers, 3)
    this.#firstSpread = oddNumber(numbers, 4)
    this.#secondSpread = oddNumber(numbers, 5)
  }

  /** Begins a text; the number, such as one of {@link hashedAs}, is part of its hash. */
  start(number: number): void {
    this.first = this.#firstStart ^ number
    this.second = this.#secondStart + number
    this.#length = 0
  }

  /**
   * Adds bytes of the text. The hash depends on how the bytes are divided into calls.
   *
   * Each word is multiplied twice, with a rotation in between. Multiplication by an odd number does
   * not move a change of the highest bit, so after a single multiplication the next word could
   * cancel it under every key.
   */
  update(view: DataView, start: number, end: number): void {
    const factor = this.#firstFactor
    const otherFactor = this.#secondFactor
    const spread = this.#firstSpread
    const otherSpread = this.#secondSpread
    let { first, second } = this
    let at = start
    for (; at + 4 <= end; at += 4) {
      const word = view.getInt32(at, true)
      first = Math.imul(first ^ word, factor)
      first = Math.imul((first << 15) | (first >>> 17), spread)
      second = Math.imul((second + word) | 0, otherFactor)
      second = Math.imul((second << 11) | (second >>> 21), otherSpread)
    }
    let rest = 0
    for (; at < end; at += 1) rest = (rest << 8) | view.getUint8(at)
    first = Math.imul(first ^ rest, factor)
    second = Math.imul((second + rest) | 0, otherFactor)
    this.first = Math.imul((first << 15) | (first >>> 17), spread)
    this.second = Math.imul((second << 11) | (second >>> 21), otherSpread)
    this.#length = Math.imul(this.#length, 31) + (end - start)
  }

  /** Ends the text; {@link first} and {@link second} are then its hash. */
  finish(): void {
    const { first, second } = this
    this.first = finish(first ^ this.#length)
    this.second = finish((second + Math.imul(this.first, 0x9e3779b1)) | 0)
  }
}
