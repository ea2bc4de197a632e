/**
 * Positions of rows, or indexes of a list. Its memory stays when it is cleared: lists that are made anew for each range
 * are garbage of megabytes.
 */
export class RowList {
  length = 0
  #items = new Uint32Array(1024)

  /** Adds a number at the end. */
  push(item: number): void {
    this.#makeRoom(this.length + 1)
    this.#items[this.length] = item
    this.length += 1
  }

  /** Takes these numbers in place of all. */
  assign(items: Uint32Array): void {
    this.length = 0
    this.append(items)
  }

  /** Adds numbers at the end. */
  append(items: Uint32Array): void {
    const length = this.length + items.length
    this.#makeRoom(length)
    this.#items.set(items, this.length)
    this.length = length
  }

  /** Copies all numbers. */
  copyTo(target: Uint32Array): void {
    target.set(this.#items.subarray(0, this.length))
  }

  /** The number at an index below the length. */
  at(index: number): number {
    return this.#items[index] ?? 0
  }

  /** Puts another number in the place of one. */
  set(index: number, item: number): void {
    this.#items[index] = item
  }

  /** Keeps the first numbers, at most as many as there are. */
  keepFirst(count: number): void {
    this.length = count
  }

  /** Forgets all numbers. */
  clear(): void {
    this.length = 0
  }

  #makeRoom(length: number): void {
    if (length <= this.#items.length) return
    const longer = new Uint32Array(length * 2)
    longer.set(this.#items)
    this.#items = longer
  }
}
