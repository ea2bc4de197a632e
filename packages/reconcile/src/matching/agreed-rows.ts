import type { RowSource } from '../engine/engine.ts'
import { type RowChunk, keptRow } from './kept-row.ts'
import type { RowChunks } from './row-chunks.ts'

/** Places of the table that are tried for a key: whoever chooses codes cannot make the search long. */
const mostProbes = 16

/** Rows of a range, sorted into those that agree and others. */
export interface SortedOut {
  /** The partner's rows of transactions that agree byte for byte, and at the same index those of the service. */
  readonly partner: number[]
  readonly service: number[]
  /** All other rows, in the order in which they came. */
  readonly others: number[]
}

/** A row: its chunk, and where its head is in it. */
interface Place {
  readonly chunk: RowChunk
  readonly head: number
}

/**
 * Finds the transactions that agree byte for byte: one row of each side, both of the day, with the same shared columns
 * and both with success or both without.
 */
export class AgreedRows {
  readonly #rows: RowChunks
  readonly #sources: readonly RowSource[]
  /** The first row of each key, by the hash of the key: its index and one; 0 is free. */
  #slots = new Int32Array(0)

  /** @param sources of all rows, by the index that a row keeps */
  constructor(rows: RowChunks, sources: readonly RowSource[]) {
    this.#rows = rows
    this.#sources = sources
  }

  /** Sorts the rows at these positions out. */
  sortOut(positions: readonly number[]): SortedOut {
    const { firsts, seconds, counts } = this.#pairs(positions)
    const found: SortedOut = { partner: [], service: [], others: [] }
    const agrees = new Uint8Array(positions.length)
    for (let index = 0; index < positions.length; index += 1) {
      if (counts[index] !== 2) continue
      const one = positions[index] ?? 0
      const other = positions[seconds[index] ?? 0] ?? 0
      const place = this.#placeOf(one)
      if (!this.#agree(place, this.#placeOf(other))) continue
      agrees[index] = 1
      const isPartner = this.#sourceOf(place)?.side === 'partner'
      found.partner.push(isPartner ? one : other)
      found.service.push(isPartner ? other : one)
    }
    for (let index = 0; index < positions.length; index += 1) {
      if (agrees[firsts[index] ?? 0] !== 1) found.others.push(positions[index] ?? 0)
    }
    return found
  }

  /**
   * For each row the first one with its key, and for each first one the second one and how many there are, up to 3.
   * A key that finds no place in the table stays alone.
   */
  #pairs(positions: readonly number[]) {
    const { length } = positions
    const firsts = new Int32Array(length)
    const seconds = new Int32Array(length)
    const counts = new Uint8Array(length)
    const slots = this.#freeSlots(length)
    const mask = slots.length - 1
    for (let index = 0; index < length; index += 1) {
      const position = positions[index] ?? 0
      const { view } = this.#rows.chunkOf(position)
      const hash = view.getInt32(this.#rows.headOf(position) + keptRow.keyHash)
      firsts[index] = index
      for (let probe = 0; probe < mostProbes; probe += 1) {
        const slot = (hash + probe) & mask
        const first = (slots[slot] ?? 0) - 1
        if (first < 0) {
          slots[slot] = index + 1
          counts[index] = 1
          break
        }
        if (this.#rows.compareKeys(positions[first] ?? 0, position) !== 0) continue
        firsts[index] = first
        seconds[first] = index
        counts[first] = Math.min(3, (counts[first] ?? 0) + 1)
        break
      }
    }
    return { firsts, seconds, counts }
  }

  #freeSlots(rows: number): Int32Array {
    const length = 2 ** Math.ceil(Math.log2(rows * 2 + 2))
    if (this.#slots.length === length) this.#slots.fill(0)
    else this.#slots = new Int32Array(length)
    return this.#slots
  }

  #placeOf(position: number): Place {
    return { chunk: this.#rows.chunkOf(position), head: this.#rows.headOf(position) }
  }

  #sourceOf({ chunk: { view }, head }: Place): RowSource | undefined {
    return this.#sources[view.getUint16(head + keptRow.source)]
  }

  #agree(one: Place, other: Place): boolean {
    const source = this.#sourceOf(one)
    const otherSource = this.#sourceOf(other)
    if (source?.origin !== 'file' || otherSource?.origin !== 'file') return false
    if (source.side === otherSource.side) return false
    const isSuccess = one.chunk.bytes[one.head + keptRow.isSuccess]
    const isOtherSuccess = other.chunk.bytes[other.head + keptRow.isSuccess]
    return isSuccess === isOtherSuccess && haveSameShared(one, other)
  }
}

function haveSameShared(one: Place, other: Place): boolean {
  const { view, bytes } = one.chunk
  const { view: otherView, bytes: otherBytes } = other.chunk
  const length = lengthOfShared(one)
  if (length !== lengthOfShared(other)) return false
  let at = startOfShared(one)
  let otherAt = startOfShared(other)
  const end = at + length
  for (; at + 4 <= end; at += 4, otherAt += 4) {
    if (view.getInt32(at) !== otherView.getInt32(otherAt)) return false
  }
  for (; at < end; at += 1, otherAt += 1) {
    if (bytes[at] !== otherBytes[otherAt]) return false
  }
  return true
}

function startOfShared({ chunk: { view }, head }: Place): number {
  const record = head + keptRow.headBytes + view.getUint16(head + keptRow.keyLength)
  return record + view.getUint16(head + keptRow.sharedStart)
}

function lengthOfShared({ chunk: { view }, head }: Place): number {
  return view.getUint16(head + keptRow.sharedEnd) - view.getUint16(head + keptRow.sharedStart)
}
