import { type RowChunk, keptRow, rowChunk } from './kept-row.ts'

const chunkBytes = 256 * 1024

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

  /** The chunk in which there is room for so many bytes, at most 256 kB. */
  withRoom(neededBytes: number): RowChunk {
    const last = this.#chunks[this.#filled - 1]
    if (last !== undefined && this.#used + neededBytes <= chunkBytes) return last
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
    const chunk = this.#chunks[Math.floor(position / chunkBytes)]
    if (chunk === undefined) throw new RangeError(`No row was kept at ${position}.`)
    return chunk
  }

  /** Where the row at a position begins in its chunk. */
  headOf(position: number): number {
    return position % chunkBytes
  }

  /** Orders rows by their keys: negative, zero or positive. Without views of the keys, which would be garbage. */
  compareKeys(one: number, other: number): number {
    const first = this.chunkOf(one)
    const second = this.chunkOf(other)
    const head = one % chunkBytes
    const otherHead = other % chunkBytes
    const length = first.view.getUint16(head + keptRow.keyLength)
    const otherLength = second.view.getUint16(otherHead + keptRow.keyLength)
    const end = keptRow.headBytes + Math.min(length, otherLength)
    for (let at = keptRow.headBytes; at < end; at += 1) {
      const difference = (first.bytes[head + at] ?? 0) - (second.bytes[otherHead + at] ?? 0)
      if (difference !== 0) return difference
    }
    return length - otherLength
  }

  #newChunk(): Uint8Array<ArrayBuffer> {
    const at = this.#chunks.length * chunkBytes
    const isSpare = at + chunkBytes <= this.#spare.length
    return isSpare ? this.#spare.subarray(at, at + chunkBytes) : new Uint8Array(chunkBytes)
  }
}
