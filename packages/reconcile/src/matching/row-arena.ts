import type { Records } from '../csv/record-batch.ts'
import { compareBytes } from '../engine/samples.ts'
import type { RowSource } from '../engine/engine.ts'
import { type Row, readRow } from '../rows/row.ts'
import {
  type RowChunk,
  keptRow,
  keptRowBytes,
  nextRow,
  rowChunk,
  writeKey,
  writeRow,
} from './kept-row.ts'

const chunkBytes = 256 * 1024
/** Places of the table that are tried for a key: whoever chooses codes cannot make the search long. */
const mostProbes = 16

/** A row of the arena: its chunk, and where its head is in it. */
interface Place {
  readonly chunk: RowChunk
  readonly head: number
}

/**
 * Keeps the bytes of the rows of one range, and groups them by key. A row becomes an object only when
 * its group is read: tens of thousands of objects would take as much memory again as the bytes.
 */
export class RowArena {
  // Chunks, because growing one buffer needs three times its bytes for a moment.
  readonly #chunks: RowChunk[] = []
  readonly #spare: Uint8Array<ArrayBuffer>
  readonly #sources: readonly RowSource[]
  /** How many of the chunks hold rows, and how much of the last one of these. */
  #filled = 0
  #used = chunkBytes
  /** Position of each row, counted over all chunks. */
  #rows: number[] = []

  /**
   * @param sources of all rows, by the index that a row keeps
   * @param spare memory to use before any is allocated
   */
  constructor(sources: readonly RowSource[], spare: Uint8Array<ArrayBuffer> = new Uint8Array()) {
    this.#sources = sources
    this.#spare = spare
  }

  /** Copies a record into the arena. */
  add(batch: Records, record: number, sourceIndex: number): void {
    const source = this.#sources[sourceIndex]
    if (source === undefined) return
    const recordBytes = (batch.ends[record] ?? 0) - (batch.starts[record] ?? 0)
    const chunk = this.#chunkWithRoom(keptRowBytes(recordBytes))
    const head = this.#used
    const target = { bytes: chunk.bytes, at: head + keptRow.headBytes }
    const keyLength = writeKey(batch, { record, source }, target)
    this.#rows.push((this.#filled - 1) * chunkBytes + head)
    this.#used = writeRow(chunk, head, { batch, record, source, sourceIndex, keyLength })
  }

  /** Forgets all rows, and keeps the memory for others: new memory for each range would be garbage for long. */
  clear(): void {
    this.#filled = 0
    this.#used = chunkBytes
    this.#rows = []
  }

  /** Takes kept rows of so many bytes, at most those of a chunk, which a function writes. */
  takeRows(bytes: number, write: (target: Uint8Array<ArrayBuffer>) => void): void {
    const chunk = this.#chunkWithRoom(bytes)
    const end = this.#used + bytes
    write(chunk.bytes.subarray(this.#used, end))
    const base = (this.#filled - 1) * chunkBytes
    for (let head = this.#used; head < end; head = nextRow(chunk, head)) {
      this.#rows.push(base + head)
    }
    this.#used = end
  }

  /**
   * Takes out the rows of transactions that agree byte for byte: one row of each side, both of the day, with the same
   * shared columns and both with success or both without.
   *
   * @param onAgreed called with the index of the source of each
   */
  dropAgreed(onAgreed: (sourceIndex: number) => void): void {
    const { firsts, others, counts } = this.#pairs()
    const agreed = counts.map((count, first) => {
      const isPair = count === 2
      return isPair && this.#agree(this.#rows[first], this.#rows[others[first] ?? 0]) ? 1 : 0
    })
    this.#rows = this.#rows.filter((row, index) => {
      if (agreed[firsts[index] ?? 0] !== 1) return true
      const place = this.#placeOf(row)
      if (place !== undefined) onAgreed(place.chunk.view.getInt32(place.head + keptRow.source))
      return false
    })
  }

  /** The rows of each key, in the order of the keys; within a key in the order they were added. */
  *groups(): Generator<Row[], void, void> {
    this.#rows.sort((one, other) => this.#compareKeys(one, other))
    let group: Row[] = []
    let before: Uint8Array | undefined
    for (const position of this.#rows) {
      const place = this.#placeOf(position)
      if (place === undefined) continue
      const { key, row } = this.#read(place)
      if (before !== undefined && compareBytes(before, key) !== 0) {
        yield group
        group = []
      }
      before = key
      if (row !== undefined) group.push(row)
    }
    if (group.length > 0) yield group
  }

  #chunkWithRoom(neededBytes: number): RowChunk {
    const last = this.#chunks[this.#filled - 1]
    if (last !== undefined && this.#used + neededBytes <= chunkBytes) return last
    const chunk = this.#chunks[this.#filled] ?? rowChunk(this.#newChunk())
    this.#chunks[this.#filled] = chunk
    this.#filled += 1
    this.#used = 0
    return chunk
  }

  #newChunk(): Uint8Array<ArrayBuffer> {
    const at = this.#chunks.length * chunkBytes
    const isSpare = at + chunkBytes <= this.#spare.length
    return isSpare ? this.#spare.subarray(at, at + chunkBytes) : new Uint8Array(chunkBytes)
  }

  #placeOf(position: number | undefined): Place | undefined {
    if (position === undefined) return undefined
    const chunk = this.#chunks[Math.floor(position / chunkBytes)]
    return chunk && { chunk, head: position % chunkBytes }
  }

  #read({ chunk: { bytes, view }, head }: Place): { key: Uint8Array; row: Row | undefined } {
    const key = head + keptRow.headBytes
    const start = key + view.getInt32(head + keptRow.keyLength)
    const record = bytes.subarray(start, start + view.getInt32(head + keptRow.recordLength))
    const source = this.#sources[view.getInt32(head + keptRow.source)]
    const line = view.getFloat64(head + keptRow.line)
    const row = source && readRow({ side: source.side, origin: source.origin, line, record })
    return { key: bytes.subarray(key, start), row }
  }

  /**
   * For each row the first one with its key, and for each first one the second one and how many there are, up to 3.
   * A key that finds no place in the table stays alone.
   */
  #pairs(): { firsts: Int32Array; others: Int32Array; counts: Uint8Array } {
    const rows = this.#rows
    const firsts = new Int32Array(rows.length)
    const others = new Int32Array(rows.length)
    const counts = new Uint8Array(rows.length)
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(rows.length * 2 + 2)))
    const mask = slots.length - 1
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? 0
      const hash = this.#hashOfKey(row)
      firsts[index] = index
      for (let probe = 0; probe < mostProbes; probe += 1) {
        const slot = (hash + probe) & mask
        const first = (slots[slot] ?? 0) - 1
        if (first < 0) {
          slots[slot] = index + 1
          counts[index] = 1
          break
        }
        if (this.#compareKeys(rows[first] ?? 0, row) !== 0) continue
        firsts[index] = first
        others[first] = index
        counts[first] = Math.min(3, (counts[first] ?? 0) + 1)
        break
      }
    }
    return { firsts, others, counts }
  }

  #hashOfKey(position: number): number {
    const chunk = this.#chunks[Math.floor(position / chunkBytes)]
    if (chunk === undefined) return 0
    const { bytes, view } = chunk
    const head = position % chunkBytes
    const key = head + keptRow.headBytes
    const end = key + view.getInt32(head + keptRow.keyLength)
    let hash = 0
    for (let at = key; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
    return hash ^ (hash >>> 15)
  }

  #agree(one: number | undefined, other: number | undefined): boolean {
    const first = this.#placeOf(one)
    const second = this.#placeOf(other)
    if (first === undefined || second === undefined) return false
    const source = this.#sourceOf(first)
    const otherSource = this.#sourceOf(second)
    if (source?.origin !== 'file' || otherSource?.origin !== 'file') return false
    if (source.side === otherSource.side) return false
    const isSuccess = first.chunk.view.getInt32(first.head + keptRow.isSuccess)
    const isOtherSuccess = second.chunk.view.getInt32(second.head + keptRow.isSuccess)
    return isSuccess === isOtherSuccess && haveSameShared(first, second)
  }

  #sourceOf({ chunk, head }: Place): RowSource | undefined {
    return this.#sources[chunk.view.getInt32(head + keptRow.source)]
  }

  /** Without views of the keys: sorting would make hundreds of thousands of them. */
  #compareKeys(one: number, other: number): number {
    const first = this.#chunks[Math.floor(one / chunkBytes)]
    const second = this.#chunks[Math.floor(other / chunkBytes)]
    if (first === undefined || second === undefined) return 0
    const firstHead = one % chunkBytes
    const secondHead = other % chunkBytes
    const firstLength = first.view.getInt32(firstHead + keptRow.keyLength)
    const secondLength = second.view.getInt32(secondHead + keptRow.keyLength)
    const length = Math.min(firstLength, secondLength)
    for (let at = keptRow.headBytes; at < keptRow.headBytes + length; at += 1) {
      const difference = (first.bytes[firstHead + at] ?? 0) - (second.bytes[secondHead + at] ?? 0)
      if (difference !== 0) return difference
    }
    return firstLength - secondLength
  }
}

function haveSameShared(one: Place, other: Place): boolean {
  const start = startOfShared(one)
  const otherStart = startOfShared(other)
  const length = lengthOfShared(one)
  if (length !== lengthOfShared(other)) return false
  const { bytes } = one.chunk
  const { bytes: otherBytes } = other.chunk
  for (let at = 0; at < length; at += 1) {
    if (bytes[start + at] !== otherBytes[otherStart + at]) return false
  }
  return true
}

function startOfShared({ chunk: { view }, head }: Place): number {
  const keyLength = view.getInt32(head + keptRow.keyLength)
  return head + keptRow.headBytes + keyLength + view.getInt32(head + keptRow.sharedStart)
}

function lengthOfShared({ chunk: { view }, head }: Place): number {
  return view.getInt32(head + keptRow.sharedEnd) - view.getInt32(head + keptRow.sharedStart)
}
