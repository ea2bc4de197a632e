import { type RowChunk, keptRow, rowChunk } from './kept-row.ts'

const chunkBits = 18
const chunkBytes = 2 ** chunkBits
/** Positions have 32 bits. */
const mostChunks = 2 ** (32 - chunkBits)

/**
 * Memory for kept rows, a row in one chunk. Chunks, because growing one buffer needs three times its bytes for a moment.
 * A row has a position, which is counted over all chunks.
 */
export class RowChunks {
  readonly #chunks: RowChunk[] = []
  readonly #spare: Uint8Array<ArrayBuffer>
  /** How many of the chunks hold rows, and how much of the last one of these. */
  #filled = 0
  #used = chunkBytes

  /** @param spare memory to use before any is allocated */
  constructor(spare: Uint8Array<ArrayBuffer>) {
    this.#spare = spare
  }

  /** Where the next row begins in the chunk of {@link withRoom}. */
  get head(): number {
    return this.#used
  }

  /** Position of the next row, once {@link withRoom} has found its chunk. */
  get position(): number {
    return (this.#filled - 1) * chunkBytes + this.#used
  }

  /**
   * The chunk in which there is room for so many bytes, at most 256 kB.
   *
   * @throws RangeError when the rows of one range are more than 4 GB
   */
  withRoom(neededBytes: number): RowChunk {
    const last = this.#chunks[this.#filled - 1]
    if (last !== undefined && this.#used + neededBytes <= chunkBytes) return last
    if (this.#filled === mostChunks) {
      throw new RangeError('Rows of one range of wallet transaction codes are more than 4 GB.')
    }
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

  /** Orders rows by their keys: negative, zero or positive. Without views of the codes, which would be garbage. */
  compareKeys(one: number, other: number): number {
    const { bytes, view } = this.chunkOf(one)
    const { bytes: otherBytes, view: otherView } = this.chunkOf(other)
    const head = this.headOf(one)
    const otherHead = this.headOf(other)
    const code = head + view.getUint16(head + keptRow.code)
    const otherCode = otherHead + otherView.getUint16(otherHead + keptRow.code)
    const length = view.getUint16(head + keptRow.codeLength)
    const otherLength = otherView.getUint16(otherHead + keptRow.codeLength)
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
    let at = head + view.getUint16(head + keptRow.sharedStart)
    let otherAt = otherHead + otherView.getUint16(otherHead + keptRow.sharedStart)
    const end = head + view.getUint16(head + keptRow.sharedEnd)
    const otherEnd = otherHead + otherView.getUint16(otherHead + keptRow.sharedEnd)
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
