import { filterBytes as usualBytes, filterPageBytes, filterStart } from '../../module/memory-map.ts'
import type { ModuleInstance } from '../../module/module-instance.ts'
import type { RowSource } from '../engine.ts'
import { filterBytesFor } from '../sketch/key-sets.ts'

const bytesOfKey = 2

/** A power of two of bytes, with at least 16 bits for each row. */
function neededBytes(rows: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(filterPageBytes, rows * bytesOfKey)))
}

/**
 * The filter of repeated keys in the memory of the module, which has the keys of one side at a
 * time. A small filter stays in the CPU caches. When the size of a file is known, the filter has 16
 * to 32 bits per row: with a million new keys it has some 200 false positives in 2 MB, and none in
 * 8 MB, but 2 MB stay in the caches.
 */
export class SideFilter {
  readonly #instance: ModuleInstance
  #side: RowSource['side'] | undefined
  /** Maximum size and current size, in bytes. */
  #mostBytes = filterBytesFor(0)
  #bytes = filterBytesFor(0)

  constructor(instance: ModuleInstance) {
    this.#instance = instance
  }

  /** Begins the rows of a source. @returns whether it is the first source of its side */
  begin(side: RowSource['side']): boolean {
    if (this.#side === side) return false
    this.#side = side
    this.#instance.call.clearFilter()
    this.#take(this.#mostBytes)
    return true
  }

  /** Sets the size of the empty filter for a file with this many rows. */
  fit(rows: number): void {
    this.#take(Math.min(this.#mostBytes, neededBytes(rows)))
  }

  /** Whether a larger filter would have fewer false positives among this many keys. */
  isSmallFor(rows: number): boolean {
    return Math.min(filterBytesFor(rows), neededBytes(rows)) > this.#bytes
  }

  /**
   * Allocates an empty filter for this many keys a side, after a sketch of 2^size cells in each
   * part.
   */
  grow(rows: number, sketchSize: number): void {
    this.#side = undefined
    this.#mostBytes = Math.max(this.#mostBytes, filterBytesFor(rows))
    this.#bytes = this.#mostBytes
    if (this.#mostBytes > usualBytes) this.#instance.takeFilter(this.#mostBytes, sketchSize)
  }

  #take(bytes: number): void {
    // A larger filter is elsewhere, and was allocated when it grew.
    if (this.#mostBytes > usualBytes) return
    this.#bytes = bytes
    this.#instance.call.takeFilter(filterStart, bytes)
  }
}
