import type { Row } from '../rows/row.ts'
import { keptRow, typeAt } from './kept-row.ts'
import type { RowChunks } from './row-chunks.ts'

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

/** The pair of a row of the partner and of one of the service. */
export function readPair(chunks: RowChunks, partner: number, service: number): AgreedPair {
  return {
    partner: columnsOf(chunks, partner),
    service: columnsOf(chunks, service),
    type: typeAt(chunks.chunkOf(partner), chunks.headOf(partner)),
  }
}
