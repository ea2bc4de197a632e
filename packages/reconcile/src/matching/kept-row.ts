import { unquoteBytes } from '../csv/fields.ts'
import { type Records, columnEnd, columnStart } from '../csv/record-batch.ts'
import { layoutOf, sharedColumns } from '../layouts.ts'
import type { RowSource } from '../engine/engine.ts'

const minus = 45
const quote = 34
const zero = 48

/** A zero and the type follow the wallet transaction code in a key. */
const keyEndBytes = 2

/**
 * Where the parts of a kept row are: its head, the key (the wallet transaction code without quotes, a zero, and the
 * type), and the record as it stands in the file.
 */
export const keptRow = {
  /** Line of the row, 8 bytes. */
  line: 0,
  /** Lengths of key and record. */
  keyLength: 8,
  recordLength: 12,
  /** Index of the source. */
  source: 16,
  /** Where the shared columns begin and end in the record. */
  sharedStart: 20,
  sharedEnd: 24,
  /** 1 for a success, 0 for anything else. */
  isSuccess: 28,
  headBytes: 32,
} as const

/** Bytes in which a record of this length fits, with its head and its key. */
export function keptRowBytes(recordBytes: number): number {
  return keptRow.headBytes + keyEndBytes + 2 * recordBytes
}

/** A piece of memory in which rows are kept one behind the other. */
export interface RowChunk {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly view: DataView<ArrayBuffer>
}

/** Memory as a chunk for rows. */
export function rowChunk(bytes: Uint8Array<ArrayBuffer>): RowChunk {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

/**
 * Writes the key of a record: rows of one transaction have the same, whichever side they are of.
 *
 * @returns its length in bytes
 */
export function writeKey(
  batch: Records,
  { record, source }: { readonly record: number; readonly source: RowSource },
  target: { readonly bytes: Uint8Array; readonly at: number },
): number {
  const { walletCode, type } = layoutOf(source.side)
  const start = columnStart(batch, record, walletCode)
  const end = columnEnd(batch, record, walletCode)
  const length = unquoteBytes({ bytes: batch.bytes, start, end }, target.bytes, target.at)
  // A refund is -1, with or without quotes; a payment is 1 or empty.
  const typeStart = columnStart(batch, record, type)
  const isRefund = batch.bytes[typeStart] === minus || batch.bytes[typeStart + 1] === minus
  const isInside = typeStart < columnEnd(batch, record, type)
  target.bytes[target.at + length] = 0
  target.bytes[target.at + length + 1] = isRefund && isInside ? 0 : 1
  return length + keyEndBytes
}

/**
 * Writes the head and the record of a row whose key of so many bytes is in its place already.
 *
 * @returns where the row ends
 */
export function writeRow(
  { bytes, view }: RowChunk,
  head: number,
  row: {
    readonly batch: Records
    readonly record: number
    readonly source: RowSource
    readonly sourceIndex: number
    readonly keyLength: number
  },
): number {
  const { batch, record, source, sourceIndex, keyLength } = row
  const start = batch.starts[record] ?? 0
  const end = batch.ends[record] ?? 0
  const { firstShared, status } = layoutOf(source.side)
  const statusStart = columnStart(batch, record, status)
  const isQuoted = batch.bytes[statusStart] === quote
  view.setFloat64(head + keptRow.line, batch.lines[record] ?? 0)
  view.setInt32(head + keptRow.keyLength, keyLength)
  view.setInt32(head + keptRow.recordLength, end - start)
  view.setInt32(head + keptRow.source, sourceIndex)
  view.setInt32(head + keptRow.sharedStart, columnStart(batch, record, firstShared) - start)
  const lastShared = firstShared + sharedColumns.length - 1
  view.setInt32(head + keptRow.sharedEnd, columnEnd(batch, record, lastShared) - start)
  const firstOfStatus = batch.bytes[isQuoted ? statusStart + 1 : statusStart]
  view.setInt32(head + keptRow.isSuccess, firstOfStatus === zero ? 1 : 0)
  const target = head + keptRow.headBytes + keyLength
  bytes.set(batch.bytes.subarray(start, end), target)
  return target + end - start
}

/** Where the row behind the one at `head` begins. */
export function nextRow({ view }: RowChunk, head: number): number {
  const keyLength = view.getInt32(head + keptRow.keyLength)
  return head + keptRow.headBytes + keyLength + view.getInt32(head + keptRow.recordLength)
}
