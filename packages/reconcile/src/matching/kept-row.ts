import { unquoteBytes } from '../csv/fields.ts'
import { type Records, columnEnd, columnStart } from '../csv/record-batch.ts'
import { type Side, layoutOf, partnerLayout, serviceLayout, sharedColumns } from '../layouts.ts'

const minus = 45
const quote = 34
const zero = 48

/** A zero and the type follow the wallet transaction code in a key. */
const keyEndBytes = 2
/** The last byte of the key of a refund; that of a payment sorts behind it. */
export const refundKeyEnd = 0

/**
 * Where the parts of a kept row are: its head, the key (the wallet transaction code without quotes, a zero, and the
 * type), and the record as it stands in the file. Lengths and positions within a record have 2 bytes.
 */
export const keptRow = {
  /** Line of the row, 8 bytes. */
  line: 0,
  /** A number of 4 bytes that rows with one key share. */
  keyHash: 8,
  /** Lengths of key and record. */
  keyLength: 12,
  recordLength: 14,
  /** Where the shared columns begin and end in the record. */
  sharedStart: 16,
  sharedEnd: 18,
  /** Where the columns that a row of the result takes from this side begin and end in the record. */
  resultStart: 20,
  resultEnd: 22,
  /** Index of the source. */
  source: 24,
  /** 1 for a success, 0 for anything else, a byte. */
  isSuccess: 26,
  headBytes: 28,
} as const

const serviceCode = serviceLayout.columns.findIndex(({ name }) => name === 'serviceCode')

/**
 * First and last of the columns that the result takes from a row that agrees: of the partner's all up to the
 * description, the shared ones among them, and of the service's its code and its status.
 */
const resultColumns: Readonly<Record<Side, { readonly first: number; readonly last: number }>> = {
  partner: { first: 0, last: partnerLayout.description },
  service: { first: serviceCode, last: serviceLayout.status },
}

/** Bytes in which a record of this length fits, with its head and its key. */
export function keptRowBytes(recordBytes: number): number {
  return keptRow.headBytes + keyEndBytes + 2 * recordBytes
}

/** A piece of memory in which rows are kept one behind the other. */
export interface RowChunk {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly view: DataView<ArrayBuffer>
  /** All of the memory that the piece is of. */
  readonly whole: Uint8Array<ArrayBuffer>
}

/** Memory as a chunk for rows. */
export function rowChunk(bytes: Uint8Array<ArrayBuffer>): RowChunk {
  const { buffer, byteOffset, byteLength } = bytes
  return {
    bytes,
    view: new DataView(buffer, byteOffset, byteLength),
    whole: new Uint8Array(buffer),
  }
}

/**
 * Writes the key of a record: rows of one transaction have the same, whichever side they are of.
 *
 * @returns its length in bytes
 */
export function writeKey(
  batch: Records,
  { record, side }: { readonly record: number; readonly side: Side },
  target: { readonly bytes: Uint8Array; readonly at: number },
): number {
  const { walletCode, type } = layoutOf(side)
  const start = columnStart(batch, record, walletCode)
  const end = columnEnd(batch, record, walletCode)
  const length = unquoteBytes({ bytes: batch.bytes, start, end }, target.bytes, target.at)
  // A refund is -1, with or without quotes; a payment is 1 or empty.
  const typeStart = columnStart(batch, record, type)
  const isRefund = batch.bytes[typeStart] === minus || batch.bytes[typeStart + 1] === minus
  const isInside = typeStart < columnEnd(batch, record, type)
  target.bytes[target.at + length] = 0
  target.bytes[target.at + length + 1] = isRefund && isInside ? refundKeyEnd : 1
  return length + keyEndBytes
}

/** A hash of bytes of a chunk, four at a time: whoever chooses them can make many alike. */
function hashBytes({ bytes, view }: RowChunk, start: number, length: number): number {
  const end = start + length
  let hash = length
  let at = start
  for (; at + 4 <= end; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at), 0x01000193)
    hash ^= hash >>> 15
  }
  for (; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash ^ (hash >>> 15)
}

/** Copies bytes of a batch into a chunk; without a view of them when both are in one memory. */
function copyRecord(
  { bytes: from }: Records,
  { start, end }: { readonly start: number; readonly end: number },
  { chunk: { bytes, whole }, at }: { readonly chunk: RowChunk; readonly at: number },
): void {
  if (from.buffer === bytes.buffer) {
    whole.copyWithin(bytes.byteOffset + at, from.byteOffset + start, from.byteOffset + end)
  } else {
    bytes.set(from.subarray(start, end), at)
  }
}

/**
 * Writes the head and the record of a row whose key of so many bytes is in its place already.
 *
 * @returns where the row ends
 */
export function writeRow(
  chunk: RowChunk,
  head: number,
  row: {
    readonly batch: Records
    readonly record: number
    readonly side: Side
    readonly sourceIndex: number
    readonly keyLength: number
  },
): number {
  const { bytes, view } = chunk
  const { batch, record, side, sourceIndex, keyLength } = row
  const start = batch.starts[record] ?? 0
  const end = batch.ends[record] ?? 0
  const { firstShared, status } = layoutOf(side)
  const { first, last } = resultColumns[side]
  const lastShared = firstShared + sharedColumns.length - 1
  const statusStart = columnStart(batch, record, status)
  const isQuoted = batch.bytes[statusStart] === quote
  const firstOfStatus = batch.bytes[isQuoted ? statusStart + 1 : statusStart]
  view.setFloat64(head + keptRow.line, batch.lines[record] ?? 0)
  view.setInt32(head + keptRow.keyHash, hashBytes(chunk, head + keptRow.headBytes, keyLength))
  view.setUint16(head + keptRow.keyLength, keyLength)
  view.setUint16(head + keptRow.recordLength, end - start)
  view.setUint16(head + keptRow.sharedStart, columnStart(batch, record, firstShared) - start)
  view.setUint16(head + keptRow.sharedEnd, columnEnd(batch, record, lastShared) - start)
  view.setUint16(head + keptRow.resultStart, columnStart(batch, record, first) - start)
  view.setUint16(head + keptRow.resultEnd, columnEnd(batch, record, last) - start)
  view.setUint16(head + keptRow.source, sourceIndex)
  bytes[head + keptRow.isSuccess] = firstOfStatus === zero ? 1 : 0
  const target = head + keptRow.headBytes + keyLength
  copyRecord(batch, { start, end }, { chunk, at: target })
  return target + end - start
}

/** Where the row behind the one at `head` begins. */
export function nextRow({ view }: RowChunk, head: number): number {
  const keyLength = view.getUint16(head + keptRow.keyLength)
  return head + keptRow.headBytes + keyLength + view.getUint16(head + keptRow.recordLength)
}
