import type { FieldBytes } from '../../csv/fields.ts'
import type { Records } from '../../csv/record-batch.ts'
import { maxRecordBytes } from '../../csv/record-limit.ts'
import type { RowSource } from '../../engine/engine.ts'
import { compareBytes } from '../../engine/samples.ts'
import type { RowPairing } from '../../module/row-pairing.ts'
import type { Row } from '../../rows/row.ts'
import type { AgreedPairs } from './agreed-pairs.ts'
import { AgreedRows } from './agreed-rows.ts'
import { nextCode, compareCode } from '../rows/compare-code.ts'
import { Crowd, type CrowdedKey } from '../crowds/crowd.ts'
import { GroupedRows } from './grouped-rows.ts'
import type { RowTarget } from './key-rows.ts'
import { RowWriter, codeSpan, keptRow, keptRowBytes, nextRow, rowChunk } from '../rows/kept-row.ts'
import { RowChunks, chunkBytes } from '../rows/row-chunks.ts'
import { RowList } from '../rows/row-list.ts'
import { RowOrder } from '../rows/row-order.ts'

/** Limits of a {@link RowArena}. */
export interface ArenaLimits {
  /** Bytes of rows, at least half a mebibyte. */
  readonly maxBytes: number
  /** Maximum rows of one key that are objects at the same time. */
  readonly maxRowsOfKey: number
}

/** The memory is twice that of an average range; a thousand objects have about a megabyte. */
export const defaultLimits: ArenaLimits = { maxBytes: 32 * 2 ** 20, maxRowsOfKey: 1024 }

/** Options of a {@link RowArena}. */
export interface ArenaOptions {
  /** Memory to use before any is allocated. */
  readonly spare?: Uint8Array<ArrayBuffer>
  readonly limits?: ArenaLimits | undefined
  /** Finds transactions that agree among the rows in the spare memory. */
  readonly pairing?: RowPairing | undefined
}

/**
 * Keeps the bytes of the rows of one range, and groups them by key. A row becomes an object only
 * when its group is read: tens of thousands of objects would take as much memory again as the
 * bytes.
 *
 * When a range has too many rows, it splits the range: it drops the rows from a code on, and {@link
 * rest} is the code where the range continues. When a single code has too many rows, it keeps only
 * the candidate rows.
 */
export class RowArena implements RowTarget {
  readonly #chunks: RowChunks
  readonly #sources: readonly RowSource[]
  readonly #writers: readonly RowWriter[]
  readonly #agreed: AgreedRows
  readonly #pairing: RowPairing | undefined
  readonly #grouped: GroupedRows
  readonly #order: RowOrder
  /** Position of each row. */
  readonly #rows = new RowList()
  /** Positions of the rows that were not taken out. */
  #others = this.#rows
  #areAgreedWanted = false
  readonly #limits: ArenaLimits
  /** Number of rows of each source that are kept or in the crowd. */
  readonly #rowsOf: number[]
  /**
   * Codes outside of these limits are left out: from the first one (inclusive) to the second one
   * (exclusive).
   */
  #from: Uint8Array | undefined
  #cut: Uint8Array | undefined
  #isAnyBehindCut = false
  /** The rows of the last code before the split, if it has too many. */
  #crowd: Crowd | undefined
  /** A row that is being added and is not kept. */
  readonly #hand = rowChunk(new Uint8Array(keptRowBytes(maxRecordBytes)))

  /** @param sources the sources of all rows, by the index in a kept row */
  constructor(
    sources: readonly RowSource[],
    { spare = new Uint8Array(), limits = defaultLimits, pairing }: ArenaOptions = {},
  ) {
    this.#sources = sources
    this.#limits = limits
    this.#rowsOf = sources.map(() => 0)
    this.#writers = sources.map(({ side }, index) => new RowWriter(side, index))
    this.#chunks = new RowChunks(spare, Math.floor(limits.maxBytes / chunkBytes))
    this.#pairing = pairing
    this.#agreed = new AgreedRows(this.#chunks, sources, pairing)
    const { maxRowsOfKey } = limits
    this.#grouped = new GroupedRows({
      chunks: this.#chunks,
      sources,
      agreed: this.#agreed,
      maxRowsOfKey,
    })
    this.#order = new RowOrder(this.#chunks)
  }

  /**
   * The first code that was left out although it belongs to the range; `undefined` if there is
   * none.
   */
  get rest(): Uint8Array | undefined {
    return this.#isAnyBehindCut ? this.#cut : undefined
  }

  /** Number of its rows of each source, by the index of the source. */
  rowsOf(sourceIndex: number): number {
    return this.#rowsOf[sourceIndex] ?? 0
  }

  /** Copies a record into the arena. */
  add(batch: Records, record: number, sourceIndex: number): void {
    const writer = this.#writers[sourceIndex]
    if (writer === undefined) return
    const neededBytes = writer.take(batch, record)
    if (!this.#isInside(writer.code)) return
    if (!this.#chunks.hasRoom(neededBytes)) {
      this.#makeRoomFor(neededBytes)
      if (!this.#isInside(writer.code)) return
    }
    this.#count(sourceIndex, 1)
    if (this.#crowd?.has(writer.code) === true) {
      writer.write(this.#hand, 0)
      this.#crowd.add(this.#hand, 0)
      return
    }
    const chunk = this.#chunks.withRoom(neededBytes)
    this.#rows.push(this.#chunks.position)
    this.#chunks.fillTo(writer.write(chunk, this.#chunks.head))
  }

  /**
   * Removes all rows, and keeps the memory for new ones.
   *
   * @param from rows with a smaller code are left out
   */
  clear(from?: Uint8Array): void {
    this.#chunks.clear()
    this.#rows.clear()
    this.#agreed.clear()
    this.#others = this.#rows
    this.#areAgreedWanted = false
    this.#rowsOf.fill(0)
    this.#from = from
    this.#cut = undefined
    this.#isAnyBehindCut = false
    this.#crowd = undefined
  }

  takeRows(bytes: number, write: (target: Uint8Array<ArrayBuffer>) => void): void {
    this.#makeRoomFor(bytes)
    const chunk = this.#chunks.withRoom(bytes)
    const { head: start, position } = this.#chunks
    const end = start + bytes
    write(chunk.bytes.subarray(start, end))
    const rowsBefore = this.#rows.length
    const takesAll = this.#from === undefined && this.#cut === undefined
    if (takesAll && this.#listRows(position, bytes)) {
      this.#chunks.fillTo(end)
      return
    }
    for (let head = start; head < end; head = nextRow(chunk, head)) {
      if (!takesAll) {
        const code = codeSpan(chunk, head)
        if (!this.#isInside(code)) continue
        if (this.#crowd?.has(code) === true) {
          this.#crowd.add(chunk, head)
          this.#count(chunk.bytes[head + keptRow.source] ?? 0, 1)
          continue
        }
      }
      this.#count(chunk.bytes[head + keptRow.source] ?? 0, 1)
      this.#rows.push(position + head - start)
    }
    if (this.#rows.length > rowsBefore) this.#chunks.fillTo(end)
  }

  /**
   * Makes the pairing list the rows of a chunk. @returns false when they are outside of its memory
   */
  #listRows(position: number, bytes: number): boolean {
    const pairing = this.#pairing
    const start = pairing && this.#chunks.startIn(pairing.memory)
    if (pairing === undefined || start === undefined) return false
    const { positions, counts } = pairing.list(start, { position, bytes })
    this.#rows.append(positions)
    for (const index of this.#sources.keys()) this.#count(index, counts[index] ?? 0)
    return true
  }

  #count(sourceIndex: number, rows: number): void {
    this.#rowsOf[sourceIndex] = (this.#rowsOf[sourceIndex] ?? 0) + rows
  }

  /** Whether a code belongs to the part of the range that is kept. */
  #isInside(code: FieldBytes): boolean {
    if (this.#from !== undefined && compareCode(code, this.#from) < 0) return false
    if (this.#cut === undefined || compareCode(code, this.#cut) < 0) return true
    this.#isAnyBehindCut = true
    return false
  }

  #makeRoomFor(bytes: number): void {
    // If one code has most of the rows, a split may free too little room; its rows become a crowd
    // then.
    while (!this.#chunks.hasRoom(bytes)) this.#makeRoom()
  }

  #makeRoom(): void {
    const half = this.#limits.maxBytes / 2
    const rows = this.#rows
    const order = this.#order.sort(rows)
    const codeAt = (index: number) => {
      const { bytes, start, end } = this.#codeOf(rows.at(order[index] ?? 0))
      return bytes.slice(start, end)
    }
    let kept = 0
    let last = 0
    for (; last < order.length; last += 1) {
      const position = rows.at(order[last] ?? 0)
      const head = this.#chunks.headOf(position)
      kept += nextRow(this.#chunks.chunkOf(position), head) - head
      if (kept > half) break
    }
    if (last < order.length) {
      const first = codeAt(0)
      const isFirst = (index: number) =>
        compareCode(this.#codeOf(rows.at(order[index] ?? 0)), first) === 0
      while (last < order.length && isFirst(last)) last += 1
      if (last === order.length) return this.#startCrowd(first)
      this.#cutAt(codeAt(last))
    }
    this.#chunks.pack(rows)
  }

  #codeOf(position: number): FieldBytes {
    return codeSpan(this.#chunks.chunkOf(position), this.#chunks.headOf(position))
  }

  /** Removes the rows from a code on. */
  #cutAt(cut: Uint8Array): void {
    this.#cut = cut
    const crowd = this.#crowd
    if (crowd !== undefined && compareBytes(crowd.code, cut) >= 0) {
      for (const [index, count] of crowd.rowsOf.entries()) this.#count(index, -count)
      this.#crowd = undefined
      this.#isAnyBehindCut = true
    }
    const rows = this.#rows
    let kept = 0
    for (let index = 0; index < rows.length; index += 1) {
      const position = rows.at(index)
      if (this.#isInside(this.#codeOf(position))) {
        rows.set(kept, position)
        kept += 1
      } else {
        const { bytes } = this.#chunks.chunkOf(position)
        this.#count(bytes[this.#chunks.headOf(position) + keptRow.source] ?? 0, -1)
      }
    }
    rows.keepFirst(kept)
  }

  /** Keeps only the candidate rows of a code, which is the only one left. */
  #startCrowd(code: Uint8Array): void {
    this.#cutAt(nextCode(code))
    const crowd = new Crowd(code, this.#sources)
    for (let index = 0; index < this.#rows.length; index += 1) {
      const position = this.#rows.at(index)
      crowd.add(this.#chunks.chunkOf(position), this.#chunks.headOf(position))
    }
    this.#crowd = crowd
    this.#rows.clear()
    this.#chunks.clear()
  }

  /**
   * Takes out the rows of transactions that agree byte for byte: one row on each side, both of the
   * day, with identical shared columns and both with success or both without.
   *
   * @param options whether {@link transactions} includes the transactions that were taken out
   * @returns the number of these transactions
   */
  takeAgreed({ areWanted }: { readonly areWanted: boolean }): number {
    this.#agreed.sortOut(this.#rows, { areWanted })
    this.#others = this.#agreed.others
    this.#areAgreedWanted = areWanted
    return this.#agreed.count
  }

  /**
   * The rows of each key in the order of the keys, within a key in the order in which they were
   * added. In the same order it has the transactions that were taken out, if they are needed, and
   * the keys with too many rows.
   */
  *transactions(): Generator<Row[] | AgreedPairs | CrowdedKey, void, void> {
    yield* this.#grouped.transactions(this.#others, { areAgreedWanted: this.#areAgreedWanted })
    // Its code is greater than all others.
    if (this.#crowd !== undefined) yield* this.#crowd.keys()
  }
}
