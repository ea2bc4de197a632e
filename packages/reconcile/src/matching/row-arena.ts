import type { Records } from '../csv/record-batch.ts'
import type { RowSource } from '../engine/engine.ts'
import { type Row, readRow } from '../rows/row.ts'
import { AgreedRows, type SortedOut } from './agreed-rows.ts'
import { keptRow, keptRowBytes, nextRow, refundKeyEnd, writeKey, writeRow } from './kept-row.ts'
import { RowChunks } from './row-chunks.ts'
import { sortRows } from './sort-rows.ts'

/** Columns of a record in the memory in which it lies. */
export interface KeptColumns {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/**
 * A transaction whose sides agree byte for byte, as the rows lie in memory: valid until the arena is cleared.
 */
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
  readonly #agreedRows: AgreedRows
  /** Position of each row that was not taken out. */
  #rows: number[] = []
  /** Positions of the rows that were: of the partner's, and at the same index of the service's. */
  #agreed: Pick<SortedOut, 'partner' | 'service'> = { partner: [], service: [] }

  /**
   * @param sources of all rows, by the index that a row keeps
   * @param spare memory to use before any is allocated
   */
  constructor(sources: readonly RowSource[], spare: Uint8Array<ArrayBuffer> = new Uint8Array()) {
    this.#sources = sources
    this.#chunks = new RowChunks(spare)
    this.#agreedRows = new AgreedRows(this.#chunks, sources)
  }

  /** Copies a record into the arena. */
  add(batch: Records, record: number, sourceIndex: number): void {
    const side = this.#sources[sourceIndex]?.side
    if (side === undefined) return
    const recordBytes = (batch.ends[record] ?? 0) - (batch.starts[record] ?? 0)
    const chunk = this.#chunks.withRoom(keptRowBytes(recordBytes))
    const { head } = this.#chunks
    const target = { bytes: chunk.bytes, at: head + keptRow.headBytes }
    const keyLength = writeKey(batch, { record, side }, target)
    this.#rows.push(this.#chunks.position)
    this.#chunks.fillTo(writeRow(chunk, head, { batch, record, side, sourceIndex, keyLength }))
  }

  /** Forgets all rows, and keeps the memory for others. */
  clear(): void {
    this.#chunks.clear()
    this.#rows = []
    this.#agreed = { partner: [], service: [] }
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
    const { others, ...agreed } = this.#agreedRows.sortOut(this.#rows)
    this.#rows = others
    if (areWanted) this.#agreed = agreed
    return agreed.partner.length
  }

  /**
   * The rows of each key, in the order of the keys, and within a key in the order they were added; in their places among
   * them the transactions that were taken out and are wanted.
   */
  *transactions(): Generator<Row[] | AgreedPair, void, void> {
    const order = sortRows(this.#chunks, this.#agreed.partner)
    let next = 0
    for (const group of this.#groupedPositions()) {
      for (; this.#isBefore(order[next], group[0]); next += 1) yield this.#pairAt(order[next])
      yield group.map((position) => this.#read(position))
    }
    for (; next < order.length; next += 1) yield this.#pairAt(order[next])
  }

  /** Whether the key of an agreed transaction comes before that of a row; false where there is none. */
  #isBefore(agreed: number | undefined, row = 0): boolean {
    if (agreed === undefined) return false
    return this.#chunks.compareKeys(this.#agreed.partner[agreed] ?? 0, row) < 0
  }

  *#groupedPositions(): Generator<number[], void, void> {
    const rows = this.#rows
    let group: number[] = []
    for (const index of sortRows(this.#chunks, rows)) {
      const position = rows[index] ?? 0
      const before = group[0]
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
    const start = head + keptRow.headBytes + view.getUint16(head + keptRow.keyLength)
    const record = bytes.subarray(start, start + view.getUint16(head + keptRow.recordLength))
    const source = this.#sources[view.getUint16(head + keptRow.source)]
    if (source === undefined) throw new RangeError('A row was kept of an unknown source.')
    const line = view.getFloat64(head + keptRow.line)
    return readRow({ side: source.side, origin: source.origin, line, record })
  }

  #pairAt(agreed = 0): AgreedPair {
    const partner = this.#agreed.partner[agreed] ?? 0
    const { bytes, view } = this.#chunks.chunkOf(partner)
    const head = this.#chunks.headOf(partner)
    const keyEnd = head + keptRow.headBytes + view.getUint16(head + keptRow.keyLength)
    return {
      partner: this.#columnsOf(partner),
      service: this.#columnsOf(this.#agreed.service[agreed] ?? 0),
      type: bytes[keyEnd - 1] === refundKeyEnd ? '-1' : '1',
    }
  }

  #columnsOf(position: number): KeptColumns {
    const { bytes, view } = this.#chunks.chunkOf(position)
    const head = this.#chunks.headOf(position)
    const record = head + keptRow.headBytes + view.getUint16(head + keptRow.keyLength)
    return {
      bytes,
      start: record + view.getUint16(head + keptRow.resultStart),
      end: record + view.getUint16(head + keptRow.resultEnd),
    }
  }
}
