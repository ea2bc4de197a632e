import type { RowSource } from '../../engine/engine.ts'
import type { PairedSources, RowPairing } from '../../module/row-pairing.ts'
import { keptRow } from '../rows/kept-row.ts'
import type { RowChunks } from '../rows/row-chunks.ts'
import { RowList } from '../rows/row-list.ts'

/** Maximum probes of the hash table per key, so that crafted codes cannot make the search slow. */
const maxProbes = 16
/** Marks a key whose rows do not agree, or that has more than two rows. */
const none = -1
/** Marks a row that is the second row of its key. */
const isSecond = -2

/**
 * Finds the transactions that agree byte for byte: one row on each side, both of the day, with
 * identical shared columns and both with success or both without.
 */
export class AgreedRows {
  /** The partner's rows of these transactions; the service's rows have the same indexes. */
  readonly partner = new RowList()
  readonly service = new RowList()
  /** All other rows, in the order in which they were added. */
  readonly others = new RowList()
  readonly #chunks: RowChunks
  readonly #sources: readonly RowSource[]
  readonly #pairing: RowPairing | undefined
  readonly #bits: PairedSources
  #count = 0
  #areSorted = false
  /** The first row of each key, by the hash of the key: its index plus one; 0 is a free slot. */
  #slots = new Int32Array(0)
  /**
   * For the first row of each key the index of the second row, which agrees with it; 0 if there is
   * no second row.
   */
  #seconds = new Int32Array(0)

  /**
   * @param sources the sources of all rows, by the index in a kept row
   * @param pairing finds the transactions if all rows are in its memory
   */
  constructor(chunks: RowChunks, sources: readonly RowSource[], pairing?: RowPairing) {
    this.#chunks = chunks
    this.#sources = sources
    this.#pairing = pairing
    const bits = (isOne: (source: RowSource) => boolean) =>
      sources.reduce((sum, source, index) => sum + (isOne(source) ? 2 ** index : 0), 0)
    this.#bits = {
      ofDay: bits(({ origin }) => origin === 'file'),
      ofPartner: bits(({ side }) => side === 'partner'),
    }
  }

  /** Number of transactions that agree. */
  get count(): number {
    return this.#count
  }

  /** Whether the transactions are in the order of their keys. */
  get areSorted(): boolean {
    return this.#areSorted
  }

  /**
   * Separates the rows of transactions that agree from all others; the previous result is
   * discarded.
   *
   * @param options whether the rows of the transactions are needed, or only their number
   */
  sortOut(rows: RowList, { areWanted }: { readonly areWanted: boolean }): void {
    this.clear()
    const pairing = this.#pairing
    const start = pairing && this.#chunks.startIn(pairing.memory)
    if (pairing === undefined || start === undefined || rows.length > pairing.maxRows) {
      this.#sortOutHere(rows)
      return
    }
    rows.copyTo(pairing.rows)
    const found = pairing.pair(rows.length, { ...this.#bits, start, areWanted })
    this.partner.assign(found.partner)
    this.service.assign(found.service)
    this.others.assign(found.others)
    this.#count = found.count
    this.#areSorted = true
  }

  #sortOutHere(rows: RowList): void {
    this.#findSeconds(rows)
    const seconds = this.#seconds
    for (let index = 0; index < rows.length; index += 1) {
      const position = rows.at(index)
      const second = seconds[index] ?? 0
      if (second === isSecond) continue
      if (second <= 0) {
        this.others.push(position)
        continue
      }
      const other = rows.at(second)
      const isPartner = this.#sourceOf(position)?.side === 'partner'
      this.partner.push(isPartner ? position : other)
      this.service.push(isPartner ? other : position)
      seconds[second] = isSecond
    }
    this.#count = this.partner.length
    this.#areSorted = false
  }

  /** Discards the result. */
  clear(): void {
    this.partner.clear()
    this.service.clear()
    this.others.clear()
    this.#count = 0
  }

  /** A key without a free slot in the table is not paired. */
  #findSeconds(rows: RowList): void {
    const { length } = rows
    const size = 2 ** Math.ceil(Math.log2(length * 2 + 2))
    if (this.#slots.length < size) {
      this.#slots = new Int32Array(size)
      this.#seconds = new Int32Array(size)
    } else {
      this.#slots.fill(0, 0, size)
      this.#seconds.fill(0, 0, length)
    }
    const slots = this.#slots
    const seconds = this.#seconds
    for (let index = 0; index < length; index += 1) {
      const position = rows.at(index)
      const { view } = this.#chunks.chunkOf(position)
      const hash = view.getInt32(this.#chunks.headOf(position) + keptRow.keyHash, true)
      for (let probe = 0; probe < maxProbes; probe += 1) {
        const slot = (hash + probe) & (size - 1)
        const first = (slots[slot] ?? 0) - 1
        if (first < 0) {
          slots[slot] = index + 1
          break
        }
        const firstPosition = rows.at(first)
        if (this.#chunks.compareKeys(firstPosition, position) !== 0) continue
        const agrees = seconds[first] === 0 && this.#agree(firstPosition, position)
        seconds[first] = agrees ? index : none
        break
      }
    }
  }

  #sourceOf(position: number): RowSource | undefined {
    const { bytes } = this.#chunks.chunkOf(position)
    return this.#sources[bytes[this.#chunks.headOf(position) + keptRow.source] ?? 0]
  }

  #isSuccess(position: number): boolean {
    const { bytes } = this.#chunks.chunkOf(position)
    return bytes[this.#chunks.headOf(position) + keptRow.isSuccess] === 1
  }

  #agree(one: number, other: number): boolean {
    const source = this.#sourceOf(one)
    const otherSource = this.#sourceOf(other)
    if (source?.origin !== 'file' || otherSource?.origin !== 'file') return false
    if (source.side === otherSource.side) return false
    if (this.#isSuccess(one) !== this.#isSuccess(other)) return false
    return this.#chunks.haveSameShared(one, other)
  }
}
