import { type FieldBytes, unquoteBytes } from '../../csv/fields.ts'
import { type Records, columnEnd, columnStart } from '../../csv/record-batch.ts'
import { maxRecordBytes } from '../../csv/record-limit.ts'
import type { RowSource } from '../../engine/engine.ts'
import * as map from '../../module/kept-row-map.ts'
import { type Row, readColumns, rowOf } from '../../rows/row.ts'
import {
  type InputLayout,
  type Side,
  layoutOf,
  resultColumns,
  sharedColumns,
} from '../../layouts.ts'
import { minus, quote, zero } from '../../csv/character-codes.ts'

const letterP = 80

/**
 * Layout of a kept row: its head, its wallet transaction code without quotes if the record has it
 * in quotes, and the record as in the file. Positions have 2 bytes and are relative to the head,
 * lengths have 2 bytes, in little-endian order. The key of a row, which is equal for all rows of a
 * transaction, is code and type.
 */
export const keptRow = {
  /** Line of the row, 8 bytes. */
  line: map.rowLine,
  /** Hash of the key, 4 bytes. */
  keyHash: map.rowKeyHash,
  /** Position and length of the wallet transaction code. */
  code: map.rowCode,
  codeLength: map.rowCodeLength,
  record: map.rowRecord,
  recordLength: map.rowRecordLength,
  /** Start and end of the shared columns. */
  sharedStart: map.rowSharedStart,
  sharedEnd: map.rowSharedEnd,
  /** Start and end of the columns of this side that a row of the result contains. */
  resultStart: map.rowResultStart,
  resultEnd: map.rowResultEnd,
  /** Index of the source, 1 byte. */
  source: map.rowSource,
  /** 1 for success, 0 for anything else, 1 byte. */
  isSuccess: map.rowIsSuccess,
  /** 0 for a refund, 1 for a payment, 1 byte: refunds sort first. */
  type: map.rowType,
  /** 1 for points, 0 for money, 1 byte. */
  isPoints: map.rowIsPoints,
  headBytes: map.rowHeadBytes,
} as const

const currencyColumn = sharedColumns.findIndex(({ name }) => name === 'currency')

/** Bytes that a record of this length needs at most, with its head and its code. */
export function keptRowBytes(recordBytes: number): number {
  return keptRow.headBytes + 2 * recordBytes
}

/** A chunk of memory with consecutive kept rows. */
export interface RowChunk {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly view: DataView<ArrayBuffer>
  /** The whole memory that contains the chunk. */
  readonly whole: Uint8Array<ArrayBuffer>
}

/** Wraps memory as a chunk for rows. */
export function rowChunk(bytes: Uint8Array<ArrayBuffer>): RowChunk {
  const { buffer, byteOffset, byteLength } = bytes
  return {
    bytes,
    view: new DataView(buffer, byteOffset, byteLength),
    whole: new Uint8Array(buffer),
  }
}

/** The record of the row at `head`, as in the file: a view of the chunk. */
export function recordAt({ bytes, view }: RowChunk, head: number): Uint8Array {
  const start = head + view.getUint16(head + keptRow.record, true)
  return bytes.subarray(start, start + view.getUint16(head + keptRow.recordLength, true))
}

/** Position of the wallet transaction code of the row at `head`, without quotes. */
export function codeSpan({ bytes, view }: RowChunk, head: number): FieldBytes {
  const start = head + view.getUint16(head + keptRow.code, true)
  return { bytes, start, end: start + view.getUint16(head + keptRow.codeLength, true) }
}

/** The type of the row at `head`. */
export function typeAt({ bytes }: RowChunk, head: number): Row['type'] {
  return bytes[head + keptRow.type] === 1 ? '1' : '-1'
}

/**
 * The row at `head` as an object; its record is a view of the chunk. Only its shared columns are
 * parsed.
 */
export function readKeptRow(
  chunk: RowChunk,
  head: number,
  sources: readonly Pick<RowSource, 'side' | 'origin'>[],
): Row {
  const { bytes, view } = chunk
  const source = sources[bytes[head + keptRow.source] ?? 0]
  if (source === undefined) throw new RangeError('A kept row has an unknown source.')
  const { side, origin } = source
  const line = view.getFloat64(head + keptRow.line, true)
  const keptAt = bytes.byteOffset + head
  const start = head + view.getUint16(head + keptRow.sharedStart, true)
  const end = head + view.getUint16(head + keptRow.sharedEnd, true)
  return rowOf(
    { side, origin, line, record: recordAt(chunk, head), keptAt },
    {
      shared: readColumns(bytes.subarray(start, end)),
      isSuccess: bytes[head + keptRow.isSuccess] === 1,
      type: typeAt(chunk, head),
    },
  )
}

/** Start of the row after the one at `head`. */
export function nextRow({ view }: RowChunk, head: number): number {
  return (
    head +
    view.getUint16(head + keptRow.record, true) +
    view.getUint16(head + keptRow.recordLength, true)
  )
}

/**
 * Writes the rows of one source into chunks: first {@link take} a record, then {@link write} it. It
 * allocates nothing.
 */
export class RowWriter {
  /** The wallet transaction code of the record that was taken, without quotes. */
  readonly code: { bytes: Uint8Array; start: number; end: number }
  readonly #layout: InputLayout
  readonly #result: { readonly first: number; readonly last: number }
  readonly #sourceIndex: number
  readonly #scratch = new Uint8Array(maxRecordBytes)
  #batch: Records | undefined
  #record = 0

  /** @param sourceIndex index of the source, which each row stores */
  constructor(side: Side, sourceIndex: number) {
    this.#layout = layoutOf(side)
    this.#result = resultColumns[side]
    this.#sourceIndex = sourceIndex
    this.code = { bytes: this.#scratch, start: 0, end: 0 }
  }

  /**
   * Takes a record of a batch.
   *
   * @returns the number of bytes that it needs in a chunk at most
   */
  take(batch: Records, record: number): number {
    this.#batch = batch
    this.#record = record
    const { code } = this
    const { walletCode } = this.#layout
    code.bytes = batch.bytes
    code.start = columnStart(batch, record, walletCode)
    code.end = columnEnd(batch, record, walletCode)
    if (batch.bytes[code.start] === quote) {
      code.end = unquoteBytes(code, this.#scratch, 0)
      code.start = 0
      code.bytes = this.#scratch
    }
    return keptRowBytes((batch.ends[record] ?? 0) - (batch.starts[record] ?? 0))
  }

  /** Writes the record that was taken. @returns the end of the row */
  write(chunk: RowChunk, head: number): number {
    const batch = this.#batch
    if (batch === undefined) return head
    const record = this.#record
    const { bytes, view } = chunk
    const { code } = this
    const start = batch.starts[record] ?? 0
    const end = batch.ends[record] ?? 0
    const { firstShared, status } = this.#layout
    const codeLength = code.end - code.start
    const isCopied = code.bytes === this.#scratch
    const place = keptRow.headBytes + (isCopied ? codeLength : 0)
    // Converts a position in the batch to one relative to the head.
    const shift = place - start
    view.setFloat64(head + keptRow.line, batch.lines[record] ?? 0, true)
    view.setUint16(head + keptRow.code, isCopied ? keptRow.headBytes : code.start + shift, true)
    view.setUint16(head + keptRow.codeLength, codeLength, true)
    view.setUint16(head + keptRow.record, place, true)
    view.setUint16(head + keptRow.recordLength, end - start, true)
    const lastShared = firstShared + sharedColumns.length - 1
    view.setUint16(
      head + keptRow.sharedStart,
      columnStart(batch, record, firstShared) + shift,
      true,
    )
    view.setUint16(head + keptRow.sharedEnd, columnEnd(batch, record, lastShared) + shift, true)
    const { first, last } = this.#result
    view.setUint16(head + keptRow.resultStart, columnStart(batch, record, first) + shift, true)
    view.setUint16(head + keptRow.resultEnd, columnEnd(batch, record, last) + shift, true)
    bytes[head + keptRow.source] = this.#sourceIndex
    const statusStart = columnStart(batch, record, status)
    const isQuoted = batch.bytes[statusStart] === quote
    const firstOfStatus = batch.bytes[isQuoted ? statusStart + 1 : statusStart]
    bytes[head + keptRow.isSuccess] = firstOfStatus === zero ? 1 : 0
    bytes[head + keptRow.type] = this.#isRefund(batch, record) ? 0 : 1
    bytes[head + keptRow.isPoints] = this.#isInPoints(batch, record) ? 1 : 0
    if (isCopied) bytes.set(code.bytes.subarray(0, codeLength), head + keptRow.headBytes)
    // Copied without creating a view of the record, if both are in one memory.
    if (batch.bytes.buffer === bytes.buffer) {
      const offset = batch.bytes.byteOffset
      chunk.whole.copyWithin(bytes.byteOffset + head + place, offset + start, offset + end)
    } else {
      bytes.set(batch.bytes.subarray(start, end), head + place)
    }
    view.setInt32(head + keptRow.keyHash, hashKey(chunk, head), true)
    return head + place + end - start
  }

  /** The currency is VND or POINT, with or without quotes. */
  #isInPoints(batch: Records, record: number): boolean {
    const start = columnStart(batch, record, this.#layout.firstShared + currencyColumn)
    return batch.bytes[start] === letterP || batch.bytes[start + 1] === letterP
  }

  /** A refund is -1, with or without quotes; a payment is 1 or empty. */
  #isRefund(batch: Records, record: number): boolean {
    const start = columnStart(batch, record, this.#layout.type)
    if (start >= columnEnd(batch, record, this.#layout.type)) return false
    return batch.bytes[start] === minus || batch.bytes[start + 1] === minus
  }
}

/**
 * A hash of code and type, four bytes at a time, mixed as in MurmurHash3, so that consecutive
 * codes, or codes with the same end, have very different hashes. It does not protect against codes
 * that were chosen to collide.
 */
function hashKey({ bytes, view }: RowChunk, head: number): number {
  let at = head + view.getUint16(head + keptRow.code, true)
  const end = at + view.getUint16(head + keptRow.codeLength, true)
  let hash = bytes[head + keptRow.type] ?? 0
  for (; at + 4 <= end; at += 4) hash = mixed(hash, view.getInt32(at, true))
  let rest = 0
  for (; at < end; at += 1) rest = (rest << 8) | (bytes[at] ?? 0)
  hash = mixed(hash, rest)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

function mixed(hash: number, word: number): number {
  const first = Math.imul(word, 0xcc9e2d51)
  const sum = hash ^ Math.imul((first << 15) | (first >>> 17), 0x1b873593)
  return (Math.imul((sum << 13) | (sum >>> 19), 5) + 0xe6546b64) | 0
}
