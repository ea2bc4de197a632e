import { type RowChunk, keptRow, nextRow, rowChunk } from './kept-row.ts'
import type { RowList } from './row-list.ts'

const chunkBits = 18
/** Bytes of a chunk. */
export const chunkBytes = 2 ** chunkBits

/**
 * Memory for kept rows, a row in one chunk. Chunks, because growing one buffer needs three times its bytes for a moment.
 * A row has a position, which is counted over all chunks.
 */
export class RowChunks {
  readonly #chunks: RowChunk[] = []
  readonly #spare: Uint8Array<ArrayBuffer>
  readonly #mostChunks: number
  /** How many of the chunks hold rows, and how much of the last one of these. */
  #filled = 0
  #used = chunkBytes

  /**
   * @param spare memory to use before any is allocated
   * @param mostChunks how many chunks there may be
   */
  constructor(spare: Uint8Array<ArrayBuffer>, mostChunks: number) {
    this.#spare = spare
    this.#mostChunks = mostChunks
  }

  /** Where the next row begins in the chunk of {@link withRoom}. */
  get head(): number {
    return this.#used
  }

  /** Position of the next row, once {@link withRoom} has found its chunk. */
  get position(): number {
    return (this.#filled - 1) * chunkBytes + this.#used
  }

  /** Whether there is room for so many bytes. */
  hasRoom(neededBytes: number): boolean {
    return this.#filled < this.#mostChunks || this.#used + neededBytes <= chunkBytes
  }

  /**
   * The chunk in which there is room for so many bytes, at most 256 kB.
   *
   * @throws RangeError when there is none: {@link hasRoom}
   */
  withRoom(neededBytes: number): RowChunk {
    const last = this.#chunks[this.#filled - 1]
    if (last !== undefined && this.#used + neededBytes <= chunkBytes) return last
    if (this.#filled === this.#mostChunks) throw new RangeError('There is no room for more rows.')
    const chunk = this.#chunks[this.#filled] ?? rowChunk(this.#newChunk())
    this.#chunks[this.#filled] = chunk
    this.#filled += 1
    this.#used = 0
    return chunk
  }

  /** Takes the bytes of the last chunk up to an end, which were written. */
  fillTo(end: number): void {
    this.#used = end
  }

  /** Forgets all rows, and keeps the memory for others: new memory for each range would be garbage for long. */
  clear(): void {
    this.#filled = 0
    this.#used = chunkBytes
  }

  /** Moves the rows of a list to the front, in the order in which they came, and forgets all others. */
  pack(rows: RowList): void {
    this.clear()
    for (let index = 0; index < rows.length; index += 1) {
      const position = rows.at(index)
      const chunk = this.chunkOf(position)
      const head = this.headOf(position)
      const end = nextRow(chunk, head)
      // What was packed never reaches beyond where the row stands.
      const target = this.withRoom(end - head)
      rows.set(index, this.position)
      if (target === chunk) chunk.bytes.copyWithin(this.head, head, end)
      else target.bytes.set(chunk.bytes.subarray(head, end), this.head)
      this.fillTo(this.head + end - head)
    }
  }

  /** The chunk that has the row at a position. */
  chunkOf(position: number): RowChunk {
    const chunk = this.#chunks[position >>> chunkBits]
    if (chunk === undefined) throw new RangeError(`No row was kept at ${position}.`)
    return chunk
  }

  /** Where the row at a position begins in its chunk. */
  headOf(position: number): number {
    return position & (chunkBytes - 1)
  }

  /** The address from which positions are counted in a memory; `undefined` where not all rows lie there in one piece. */
  startIn(memory: ArrayBuffer): number | undefined {
    const isInside =
      this.#spare.buffer === memory && this.#filled * chunkBytes <= this.#spare.length
    return isInside ? this.#spare.byteOffset : undefined
  }

  /** Orders rows by their keys: negative, zero or positive. Without views of the codes, which would be garbage. */
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

  /** Whether the shared columns of two rows are the same bytes. */
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
