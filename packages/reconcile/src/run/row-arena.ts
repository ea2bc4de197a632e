import { columnEnd, columnStart, type RecordBatch } from '../csv/record-batch.ts'
import { unquoteBytes } from '../csv/unquote-bytes.ts'
import type { RowSource } from '../engine/engine.ts'
import { layoutOf } from '../layouts/layout-of.ts'
import { readRow, type Row } from '../rows/row.ts'

interface Entry {
  /** Wallet transaction code, a character for each byte so that texts sort as bytes do, and the type. */
  readonly key: string
  readonly source: RowSource
  readonly line: number
  /** Where the bytes are, from `start` to `end`. */
  readonly chunk: Uint8Array<ArrayBuffer>
  readonly start: number
  readonly end: number
}

const chunkBytes = 256 * 1024

/** Keeps the bytes of the rows of one range, and hands them out by key. */
export class RowArena {
  // Chunks, because to grow one buffer takes three times its bytes for a moment.
  #chunk = new Uint8Array(chunkBytes)
  #used = 0
  readonly #entries: Entry[] = []

  /** Keeps a copy of a record. */
  add(batch: RecordBatch, record: number, source: RowSource): void {
    const start = batch.starts[record] ?? 0
    const end = batch.ends[record] ?? 0
    this.#reserve(end - start)
    const at = this.#used
    const chunk = this.#chunk
    chunk.set(batch.bytes.subarray(start, end), at)
    this.#used = at + end - start
    const line = batch.lines[record] ?? 0
    const key = this.#key(batch, record, source)
    this.#entries.push({ key, source, line, chunk, start: at, end: this.#used })
  }

  /** The rows of each key, in the order of the keys; within a key in the order they were added. */
  *groups(): Generator<Row[], void, void> {
    const entries = this.#entries.sort((one, other) => {
      if (one.key === other.key) return 0
      return one.key < other.key ? -1 : 1
    })
    let group: Row[] = []
    let key: string | undefined
    for (const entry of entries) {
      if (entry.key !== key && group.length > 0) {
        yield group
        group = []
      }
      key = entry.key
      const { side, origin } = entry.source
      const record = entry.chunk.subarray(entry.start, entry.end)
      group.push(readRow({ side, origin, line: entry.line, record }))
    }
    if (group.length > 0) yield group
  }

  #key(batch: RecordBatch, record: number, { side }: RowSource): string {
    const { walletCode, type } = layoutOf(side)
    const start = columnStart(batch, record, walletCode)
    const end = columnEnd(batch, record, walletCode)
    const code = new Uint8Array(end - start)
    const length = unquoteBytes({ bytes: batch.bytes, start, end }, code, 0)
    const typeStart = columnStart(batch, record, type)
    const typeBytes = batch.bytes.subarray(typeStart, columnEnd(batch, record, type))
    // The byte of `-` stands in no other value of the column.
    const isRefund = typeBytes.includes(45)
    return `${String.fromCharCode(...code.subarray(0, length))}\0${isRefund ? '-1' : '1'}`
  }

  #reserve(length: number): void {
    if (this.#used + length <= this.#chunk.length) return
    this.#chunk = new Uint8Array(Math.max(chunkBytes, length))
    this.#used = 0
  }
}
