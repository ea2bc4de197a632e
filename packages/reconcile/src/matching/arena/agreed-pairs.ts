import type { ResultRowWriter } from '../../module/result-row-writer.ts'
import type { Row } from '../../rows/row.ts'
import { keptRow, typeAt } from '../rows/kept-row.ts'
import type { RowChunks } from '../rows/row-chunks.ts'
import type { RowList } from '../rows/row-list.ts'

/** Columns of a record, in the memory that contains it. */
export interface KeptColumns {
  readonly bytes: Uint8Array
  /** The memory of `bytes`, to read numbers from. */
  readonly view: DataView
  readonly start: number
  readonly end: number
}

/**
 * A transaction whose sides agree byte for byte; its rows are in memory until the arena is cleared.
 */
export interface AgreedPair {
  /** The partner's columns, from its id to the description. */
  readonly partner: KeptColumns
  /** Transaction code and status of the service. */
  readonly service: KeptColumns
  readonly type: Row['type']
}

function columnsOf(chunks: RowChunks, position: number): KeptColumns {
  const { bytes, view } = chunks.chunkOf(position)
  const head = chunks.headOf(position)
  return {
    bytes,
    view,
    start: head + view.getUint16(head + keptRow.resultStart, true),
    end: head + view.getUint16(head + keptRow.resultEnd, true),
  }
}

/** A row of the partner and the row of the service that agrees with it. */
function readPair(chunks: RowChunks, partner: number, service: number): AgreedPair {
  return {
    partner: columnsOf(chunks, partner),
    service: columnsOf(chunks, service),
    type: typeAt(chunks.chunkOf(partner), chunks.headOf(partner)),
  }
}

/**
 * Positions of the rows of transactions that agree; the partner's row and the service's have the
 * same index.
 */
export interface PairedRows {
  readonly partner: RowList
  readonly service: RowList
}

/**
 * Consecutive transactions whose sides agree byte for byte, in the order of their keys. They are
 * valid until the arena is cleared.
 */
export class AgreedPairs {
  readonly #chunks: RowChunks
  readonly #rows: PairedRows
  /** Indexes in both lists of rows, in the order of the keys. */
  readonly #order: Uint32Array

  constructor(chunks: RowChunks, rows: PairedRows, order: Uint32Array) {
    this.#chunks = chunks
    this.#rows = rows
    this.#order = order
  }

  /** Number of transactions. */
  get count(): number {
    return this.#order.length
  }

  /** The transactions, in the order of their keys. */
  *[Symbol.iterator](): Generator<AgreedPair, void, void> {
    const { partner, service } = this.#rows
    for (const index of this.#order) {
      yield readPair(this.#chunks, partner.at(index), service.at(index))
    }
  }

  /**
   * Lists the transactions as rows of the result. @returns false when a row is outside of the
   * memory of the writer
   */
  list(writer: ResultRowWriter): boolean {
    const { partner, service } = this.#rows
    const start = this.#chunks.startIn(writer.memory)
    if (start === undefined) return false
    for (const index of this.#order) {
      writer.add(start + partner.at(index), start + service.at(index), 0)
    }
    return true
  }
}
