import { type Records, columnEnd, columnStart } from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/fields.ts'
import { compareBytes } from '../engine/samples.ts'
import type { RowSource } from '../engine/engine.ts'
import { layoutOf } from '../layouts.ts'
import { type Row, readRow } from '../rows/row.ts'

const minus = 45
const chunkBytes = 256 * 1024
/** Header of a row: its line (8 bytes), the lengths of key and record, and the index of its source. */
const headBytes = 8 + 4 + 4 + 4
/** A zero and the type follow the wallet transaction code in a key. */
const keyEndBytes = 2

interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly view: DataView<ArrayBuffer>
}

interface KeptRow {
  /** Wallet transaction code without quotes, a zero, and the type. */
  readonly key: Uint8Array<ArrayBuffer>
  readonly record: Uint8Array<ArrayBuffer>
  readonly line: number
  readonly source: RowSource
}

/**
 * Keeps the bytes of the rows of one range, and groups them by key. A row becomes an object only when
 * its group is read: tens of thousands of objects would take as much memory again as the bytes.
 */
export class RowArena {
  // Chunks, because growing one buffer needs three times its bytes for a moment.
  readonly #chunks: Chunk[] = []
  readonly #spare: Uint8Array<ArrayBuffer>
  #used = chunkBytes
  readonly #sources: RowSource[] = []
  /** Position of each row, counted over all chunks. */
  readonly #rows: number[] = []

  /** @param spare memory to use before any is allocated */
  constructor(spare: Uint8Array<ArrayBuffer> = new Uint8Array()) {
    this.#spare = spare
  }

  /** Copies a record into the arena. */
  add(batch: Records, record: number, source: RowSource): void {
    const start = batch.starts[record] ?? 0
    const end = batch.ends[record] ?? 0
    const { bytes, view } = this.#chunkWithRoom(headBytes + keyEndBytes + 2 * (end - start))
    const head = this.#used
    const key = head + headBytes
    const keyLength = writeKey(batch, { record, source }, { bytes, at: key })
    bytes.set(batch.bytes.subarray(start, end), key + keyLength)
    view.setFloat64(head, batch.lines[record] ?? 0)
    view.setInt32(head + 8, keyLength)
    view.setInt32(head + 12, end - start)
    view.setInt32(head + 16, this.#indexOf(source))
    this.#rows.push((this.#chunks.length - 1) * chunkBytes + head)
    this.#used = key + keyLength + end - start
  }

  /** The rows of each key, in the order of the keys; within a key in the order they were added. */
  *groups(): Generator<Row[], void, void> {
    this.#rows.sort((one, other) => this.#compareKeys(one, other))
    let group: Row[] = []
    let before: Uint8Array | undefined
    for (const place of this.#rows) {
      const kept = this.#read(place)
      if (kept === undefined) continue
      const { key, record, line, source } = kept
      if (before !== undefined && compareBytes(before, key) !== 0) {
        yield group
        group = []
      }
      before = key
      const { side, origin } = source
      group.push(readRow({ side, origin, line, record }))
    }
    if (group.length > 0) yield group
  }

  #chunkWithRoom(neededBytes: number): Chunk {
    const last = this.#chunks.at(-1)
    if (last !== undefined && this.#used + neededBytes <= chunkBytes) return last
    const bytes = this.#newChunk()
    const chunk = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, chunkBytes) }
    this.#chunks.push(chunk)
    this.#used = 0
    return chunk
  }

  #newChunk(): Uint8Array<ArrayBuffer> {
    const at = this.#chunks.length * chunkBytes
    const isSpare = at + chunkBytes <= this.#spare.length
    return isSpare ? this.#spare.subarray(at, at + chunkBytes) : new Uint8Array(chunkBytes)
  }

  #indexOf(source: RowSource): number {
    const index = this.#sources.indexOf(source)
    return index >= 0 ? index : this.#sources.push(source) - 1
  }

  #read(place: number): KeptRow | undefined {
    const chunk = this.#chunks[Math.floor(place / chunkBytes)]
    if (chunk === undefined) return undefined
    const { bytes, view } = chunk
    const head = place % chunkBytes
    const source = this.#sources[view.getInt32(head + 16)]
    if (source === undefined) return undefined
    const key = head + headBytes
    const record = key + view.getInt32(head + 8)
    return {
      key: bytes.subarray(key, record),
      record: bytes.subarray(record, record + view.getInt32(head + 12)),
      line: view.getFloat64(head),
      source,
    }
  }

  /** Without views of the keys: sorting would make hundreds of thousands of them. */
  #compareKeys(one: number, other: number): number {
    const first = this.#chunks[Math.floor(one / chunkBytes)]
    const second = this.#chunks[Math.floor(other / chunkBytes)]
    if (first === undefined || second === undefined) return 0
    const firstHead = one % chunkBytes
    const secondHead = other % chunkBytes
    const firstLength = first.view.getInt32(firstHead + 8)
    const secondLength = second.view.getInt32(secondHead + 8)
    const length = Math.min(firstLength, secondLength)
    for (let at = headBytes; at < headBytes + length; at += 1) {
      const difference = (first.bytes[firstHead + at] ?? 0) - (second.bytes[secondHead + at] ?? 0)
      if (difference !== 0) return difference
    }
    return firstLength - secondLength
  }
}

/** @returns how many bytes the key has */
function writeKey(
  batch: Records,
  { record, source }: { record: number; source: RowSource },
  target: { bytes: Uint8Array; at: number },
): number {
  const { walletCode, type } = layoutOf(source.side)
  const start = columnStart(batch, record, walletCode)
  const end = columnEnd(batch, record, walletCode)
  const length = unquoteBytes({ bytes: batch.bytes, start, end }, target.bytes, target.at)
  const typeStart = columnStart(batch, record, type)
  const typeBytes = batch.bytes.subarray(typeStart, columnEnd(batch, record, type))
  target.bytes[target.at + length] = 0
  // A refund is -1; a payment is 1 or empty.
  target.bytes[target.at + length + 1] = typeBytes.includes(minus) ? 0 : 1
  return length + keyEndBytes
}
