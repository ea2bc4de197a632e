/** A set of 64-bit keys that needs 8 bytes for each place, and grows up to a limit. */
export class KeySet {
  #slots = new Int32Array(2 * 1024)
  #size = 0
  /** The key of two zeros marks a free place, so it is kept apart. */
  #hasZero = false
  readonly #limit: number

  /** @param limit most keys that it takes */
  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#size + (this.#hasZero ? 1 : 0)
  }

  /** Whether there are more keys than it takes; some are missing then. */
  get isOver(): boolean {
    return this.#size > this.#limit
  }

  has(first: number, second: number): boolean {
    if (first === 0 && second === 0) return this.#hasZero
    const at = this.#find(first, second)
    return this.#slots[at] !== 0 || this.#slots[at + 1] !== 0
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

  /** The place of a key, or the free one where it would go. */
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
