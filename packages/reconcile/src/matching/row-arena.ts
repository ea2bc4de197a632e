import type { Records } from '../csv/record-batch.ts'
import type { RowSource } from '../engine/engine.ts'
import { type Row, readRow } from '../rows/row.ts'
import { AgreedRows } from './agreed-rows.ts'
import { RowWriter, keptRow, nextRow } from './kept-row.ts'
import { RowChunks } from './row-chunks.ts'
import { RowList } from './row-list.ts'
import { RowOrder } from './row-order.ts'

/** Columns of a record in the memory in which it lies. */
export interface KeptColumns {
  readonly bytes: Uint8Array
  /** The same memory. */
  readonly view: DataView
  readonly start: number
  readonly end: number
}

/** A transaction whose sides agree byte for byte, as the rows lie in memory until the arena is cleared. */
export interface AgreedPair {
  /** The partner's columns from its id to the description. */
  readonly partner: KeptColumns
  /** Transaction code and status of the service. */
  readonly service: KeptColumns
  readonly type: Row['type']
}

/**
 * Keeps the bytes of the rows of one range, and groups them by key. A row becomes an object only when
 * its group is read: tens of thousands of objects would take as much memory again as the bytes.
 */
export class RowArena {
  readonly #chunks: RowChunks
  readonly #sources: readonly RowSource[]
  readonly #writers: readonly RowWriter[]
  readonly #agreed: AgreedRows
  readonly #agreedOrder: RowOrder
  readonly #order: RowOrder
  /** Position of each row. */
  readonly #rows = new RowList()
  /** Those of the rows that were not taken out. */
  #others = this.#rows
  #areAgreedWanted = false

  /**
   * @param sources of all rows, by the index that a row keeps
   * @param spare memory to use before any is allocated
   */
  constructor(sources: readonly RowSource[], spare: Uint8Array<ArrayBuffer> = new Uint8Array()) {
    this.#sources = sources
    this.#writers = sources.map(({ side }, index) => new RowWriter(side, index))
    this.#chunks = new RowChunks(spare)
    this.#agreed = new AgreedRows(this.#chunks, sources)
    this.#agreedOrder = new RowOrder(this.#chunks)
    this.#order = new RowOrder(this.#chunks)
  }

  /** Copies a record into the arena. */
  add(batch: Records, record: number, sourceIndex: number): void {
    const writer = this.#writers[sourceIndex]
    if (writer === undefined) return
    const chunk = this.#chunks.withRoom(writer.take(batch, record))
    this.#rows.push(this.#chunks.position)
    this.#chunks.fillTo(writer.write(chunk, this.#chunks.head))
  }

  /** Forgets all rows, and keeps the memory for others. */
  clear(): void {
    this.#chunks.clear()
    this.#rows.clear()
    this.#agreed.clear()
    this.#others = this.#rows
    this.#areAgreedWanted = false
  }

  /** Takes kept rows of so many bytes, at most those of a chunk, which a function writes. */
  takeRows(bytes: number, write: (target: Uint8Array<ArrayBuffer>) => void): void {
    const chunk = this.#chunks.withRoom(bytes)
    const { head: start, position } = this.#chunks
    const end = start + bytes
    write(chunk.bytes.subarray(start, end))
    for (let head = start; head < end; head = nextRow(chunk, head)) {
      this.#rows.push(position + head - start)
    }
    this.#chunks.fillTo(end)
  }

  /**
   * Takes out the rows of transactions that agree byte for byte: one row of each side, both of the day, with the same
   * shared columns and both with success or both without.
   *
   * @param options whether {@link transactions} has those that were taken out
   * @returns how many transactions these are
   */
  takeAgreed({ areWanted }: { readonly areWanted: boolean }): number {
    this.#agreed.sortOut(this.#rows)
    this.#others = this.#agreed.others
    this.#areAgreedWanted = areWanted
    return this.#agreed.partner.length
  }

  /**
   * The rows of each key, in the order of the keys, and within a key in the order they were added; in their places among
   * them the transactions that were taken out and are wanted.
   */
  *transactions(): Generator<Row[] | AgreedPair, void, void> {
    const { partner } = this.#agreed
    const order = this.#areAgreedWanted ? this.#agreedOrder.sort(partner) : []
    let next = 0
    for (const group of this.#groups()) {
      const [first = 0] = group
      for (; next < order.length; next += 1) {
        const agreed = order[next] ?? 0
        if (this.#chunks.compareKeys(partner.at(agreed), first) > 0) break
        yield this.#pairAt(agreed)
      }
      yield group.map((position) => this.#read(position))
    }
    for (; next < order.length; next += 1) yield this.#pairAt(order[next] ?? 0)
  }

  /** The positions of the other rows of each key. */
  *#groups(): Generator<number[], void, void> {
    let group: number[] = []
    for (const index of this.#order.sort(this.#others)) {
      const position = this.#others.at(index)
      const [before] = group
      if (before !== undefined && this.#chunks.compareKeys(before, position) !== 0) {
        yield group
        group = []
      }
      group.push(position)
    }
    if (group.length > 0) yield group
  }

  #read(position: number): Row {
    const { bytes, view } = this.#chunks.chunkOf(position)
    const head = this.#chunks.headOf(position)
    const start = head + view.getUint16(head + keptRow.record)
    const record = bytes.subarray(start, start + view.getUint16(head + keptRow.recordLength))
    const source = this.#sources[bytes[head + keptRow.source] ?? 0]
    if (source === undefined) throw new RangeError('A row was kept of an unknown source.')
    const line = view.getFloat64(head + keptRow.line)
    return readRow({ side: source.side, origin: source.origin, line, record })
  }

  #pairAt(agreed: number): AgreedPair {
    const partner = this.#agreed.partner.at(agreed)
    const { bytes } = this.#chunks.chunkOf(partner)
    const isPayment = bytes[this.#chunks.headOf(partner) + keptRow.type] === 1
    return {
      partner: this.#columnsOf(partner),
      service: this.#columnsOf(this.#agreed.service.at(agreed)),
      type: isPayment ? '1' : '-1',
    }
  }

  #columnsOf(position: number): KeptColumns {
    const { bytes, view } = this.#chunks.chunkOf(position)
    const head = this.#chunks.headOf(position)
    return {
      bytes,
      view,
      start: head + view.getUint16(head + keptRow.resultStart),
      end: head + view.getUint16(head + keptRow.resultEnd),
    }
  }
}
