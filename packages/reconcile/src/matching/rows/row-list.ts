/**
 * A list of row positions or of indexes. It keeps its memory when it is cleared: new lists for each
 * range would be megabytes of garbage.
 */
export class RowList {
  length = 0
  #items = new Uint32Array(1024)

  /** Appends a number. */
  push(item: number): void {
    this.#makeRoom(this.length + 1)
    this.#items[this.length] = item
    this.length += 1
  }

  /** Replaces all numbers. */
  assign(items: Uint32Array): void {
    this.length = 0
    this.append(items)
  }

  /** Appends numbers. */
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

  /** Replaces a number. */
  set(index: number, item: number): void {
    this.#items[index] = item
  }

  /** Shortens the list to its first numbers. */
  keepFirst(count: number): void {
    this.length = count
  }

  /** Removes all numbers. */
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
