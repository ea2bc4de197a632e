import { type RowChunk, keptRow, nextRow, rowChunk } from './kept-row.ts'
import type { RowList } from './row-list.ts'

const chunkBits = 18
/** Size of a chunk in bytes: 256 KiB. */
export const chunkBytes = 2 ** chunkBits

/**
 * Memory for kept rows in chunks; each row is within one chunk. Growing a single buffer would need
 * three times its size for a moment. Positions of rows are counted over all chunks.
 */
export class RowChunks {
  readonly #chunks: RowChunk[] = []
  readonly #spare: Uint8Array<ArrayBuffer>
  readonly #maxChunks: number
  /** Number of chunks with rows, and the used bytes of the last one. */
  #filled = 0
  #used = chunkBytes

  /**
   * @param spare memory to use before any is allocated
   * @param maxChunks maximum number of chunks
   */
  constructor(spare: Uint8Array<ArrayBuffer>, maxChunks: number) {
    this.#spare = spare
    this.#maxChunks = maxChunks
  }

  /** Start of the next row in the chunk of {@link withRoom}. */
  get head(): number {
    return this.#used
  }

  /** Position of the next row, once {@link withRoom} has found its chunk. */
  get position(): number {
    return (this.#filled - 1) * chunkBytes + this.#used
  }

  /** Whether there is room for this many bytes. */
  hasRoom(neededBytes: number): boolean {
    return this.#filled < this.#maxChunks || this.#used + neededBytes <= chunkBytes
  }

  /**
   * A chunk with room for this many bytes, at most 256 kB.
   *
   * @throws RangeError when there is none; check {@link hasRoom} first
   */
  withRoom(neededBytes: number): RowChunk {
    const last = this.#chunks[this.#filled - 1]
    if (last !== undefined && this.#used + neededBytes <= chunkBytes) return last
    if (this.#filled === this.#maxChunks) throw new RangeError('There is no room for more rows.')
    const chunk = this.#chunks[this.#filled] ?? rowChunk(this.#newChunk())
    this.#chunks[this.#filled] = chunk
    this.#filled += 1
    this.#used = 0
    return chunk
  }

  /** Adds the bytes that were written to the last chunk, up to their end. */
  fillTo(end: number): void {
    this.#used = end
  }

  /**
   * Removes all rows, and keeps the memory: new memory for each range would remain as garbage for a
   * long time.
   */
  clear(): void {
    this.#filled = 0
    this.#used = chunkBytes
  }

  /**
   * Moves the rows of a list to the front, in the order in which they were added, and removes all
   * others.
   */
  pack(rows: RowList): void {
    this.clear()
    for (let index = 0; index < rows.length; index += 1) {
      const position = rows.at(index)
      const chunk = this.chunkOf(position)
      const head = this.headOf(position)
      const end = nextRow(chunk, head)
      // The moved rows never reach beyond the start of the row that is moved next.
      const target = this.withRoom(end - head)
      rows.set(index, this.position)
      if (target === chunk) chunk.bytes.copyWithin(this.head, head, end)
      else target.bytes.set(chunk.bytes.subarray(head, end), this.head)
      this.fillTo(this.head + end - head)
    }
  }

  /** The chunk of the row at a position. */
  chunkOf(position: number): RowChunk {
    const chunk = this.#chunks[position >>> chunkBits]
    if (chunk === undefined) throw new RangeError(`No row was kept at ${position}.`)
    return chunk
  }

  /** Start of the row at a position, within its chunk. */
  headOf(position: number): number {
    return position & (chunkBytes - 1)
  }

  /** The address of position 0 in a memory; `undefined` unless all rows are there, contiguously. */
  startIn(memory: ArrayBuffer): number | undefined {
    const isInside =
      this.#spare.buffer === memory && this.#filled * chunkBytes <= this.#spare.length
    return isInside ? this.#spare.byteOffset : undefined
  }

  /**
   * Compares rows by their keys: negative, zero or positive. It creates no views of the codes,
   * which would be garbage.
   */
  compareKeys(one: number, other: number): number {
    const { bytes, view } = this.chunkOf(one)
    const { bytes: otherBytes, view: otherView } = this.chunkOf(other)
    const head = this.headOf(one)
    const otherHead = this.headOf(other)
    const code = head + view.getUint16(head + keptRow.code, true)
    const otherCode = otherHead + otherView.getUint16(otherHead + keptRow.code, true)
    const length = view.getUint16(head + keptRow.codeLength, true)
    const otherLength = otherView.getUint16(otherHead + keptRow.codeLength, true)
    const most = Math.min(length, otherLength)
    for (let at = 0; at < most; at += 1) {
      const difference = (bytes[code + at] ?? 0) - (otherBytes[otherCode + at] ?? 0)
      if (difference !== 0) return difference
    }
    if (length !== otherLength) return length - otherLength
    return (bytes[head + keptRow.type] ?? 0) - (otherBytes[otherHead + keptRow.type] ?? 0)
  }

  /** Whether the shared columns of two rows have identical bytes. */
  haveSameShared(one: number, other: number): boolean {
    const { bytes, view } = this.chunkOf(one)
    const { bytes: otherBytes, view: otherView } = this.chunkOf(other)
    const head = this.headOf(one)
    const otherHead = this.headOf(other)
    let at = head + view.getUint16(head + keptRow.sharedStart, true)
    let otherAt = otherHead + otherView.getUint16(otherHead + keptRow.sharedStart, true)
    const end = head + view.getUint16(head + keptRow.sharedEnd, true)
    const otherEnd = otherHead + otherView.getUint16(otherHead + keptRow.sharedEnd, true)
    if (end - at !== otherEnd - otherAt) return false
    for (; at + 4 <= end; at += 4, otherAt += 4) {
      if (view.getInt32(at) !== otherView.getInt32(otherAt)) return false
    }
    for (; at < end; at += 1, otherAt += 1) {
      if (bytes[at] !== otherBytes[otherAt]) return false
    }
    return true
  }

  #newChunk(): Uint8Array<ArrayBuffer> {
    const at = this.#chunks.length * chunkBytes
    const isSpare = at + chunkBytes <= this.#spare.length
    return isSpare ? this.#spare.subarray(at, at + chunkBytes) : new Uint8Array(chunkBytes)
  }
}
