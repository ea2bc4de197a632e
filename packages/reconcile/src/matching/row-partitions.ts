import type { Records } from '../csv/record-batch.ts'
import type { RowSource } from '../engine/engine.ts'
import type { KeyRange } from '../engine/samples.ts'
import { maxRecordBytes } from '../csv/record-limit.ts'
import { type RowChunk, keptRow, keptRowBytes, rowChunk, writeKey, writeRow } from './kept-row.ts'
import type { RowArena } from './row-arena.ts'
import type { RowSpill } from './row-spill.ts'

/** Bytes of rows that wait to be written, over all ranges. */
const waitingBytes = 8 * 2 ** 20
const mostBytes = 256 * 1024
const leastBytes = keptRowBytes(maxRecordBytes)

/** Most ranges whose rows are kept apart in one reading. */
export const mostPartitions = Math.floor(waitingBytes / leastBytes)

/** Rows that were written one behind the other. */
interface WrittenRows {
  readonly position: number
  readonly bytes: number
}

interface Partition {
  readonly chunk: RowChunk
  used: number
  readonly written: WrittenRows[]
}

/** The settings of {@link RowPartitions}. */
export interface PartitionSettings {
  /** Sources of all rows, by the index that a row keeps. */
  readonly sources: readonly RowSource[]
  readonly spill: RowSpill
  /** How much was written to the place before. */
  readonly position: number
  /** Memory to use until the end before any is allocated. */
  readonly spare: Uint8Array<ArrayBuffer>
}

/**
 * Keeps the rows of several ranges of codes outside of memory, so that one reading of the files is enough for all of
 * them. Rows of a range wait in memory until they fill a piece.
 */
export class RowPartitions {
  readonly #sources: readonly RowSource[]
  readonly #starts: readonly Uint8Array[]
  readonly #partitions: readonly Partition[]
  readonly #spill: RowSpill
  readonly #key = new Uint8Array(maxRecordBytes)
  #position: number

  /** @param ranges at most {@link mostPartitions}, in their order, without gaps */
  constructor(ranges: readonly KeyRange[], { sources, spill, position, spare }: PartitionSettings) {
    this.#sources = sources
    this.#spill = spill
    this.#position = position
    this.#starts = ranges.slice(1).flatMap(({ from }) => (from === undefined ? [] : [from]))
    const share = Math.floor(waitingBytes / ranges.length)
    const bytes = Math.max(leastBytes, Math.min(mostBytes, share))
    this.#partitions = ranges.map((_, index) => {
      const own = spare.subarray(index * bytes, (index + 1) * bytes)
      const chunk = rowChunk(own.length === bytes ? own : new Uint8Array(bytes))
      return { chunk, used: 0, written: [] }
    })
  }

  /** Copies a record into the partition of its code. */
  add(batch: Records, record: number, sourceIndex: number): void {
    const source = this.#sources[sourceIndex]
    if (source === undefined) return
    const keyLength = writeKey(batch, { record, source }, { bytes: this.#key, at: 0 })
    const partition = this.#partitions[this.#rangeOf(keyLength - 2)]
    if (partition === undefined) return
    const recordBytes = (batch.ends[record] ?? 0) - (batch.starts[record] ?? 0)
    const { chunk } = partition
    if (partition.used + keptRowBytes(recordBytes) > chunk.bytes.length) this.#write(partition)
    const head = partition.used
    // A view of the key for each row would be garbage of the size of the file.
    const key = head + keptRow.headBytes
    for (let at = 0; at < keyLength; at += 1) chunk.bytes[key + at] = this.#key[at] ?? 0
    partition.used = writeRow(chunk, head, { batch, record, source, sourceIndex, keyLength })
  }

  /**
   * Writes what still waits.
   *
   * @returns how much was written to the place by now
   */
  end(): number {
    for (const partition of this.#partitions) this.#write(partition)
    return this.#position
  }

  /** Reads the rows of a range into an arena. */
  read(range: number, arena: RowArena): void {
    for (const { position, bytes } of this.#partitions[range]?.written ?? []) {
      arena.takeRows(bytes, (target) => {
        this.#spill.read(target, position)
      })
    }
  }

  #write(partition: Partition): void {
    const { chunk, used, written } = partition
    if (used === 0) return
    this.#spill.write(chunk.bytes.subarray(0, used))
    written.push({ position: this.#position, bytes: used })
    this.#position += used
    partition.used = 0
  }

  /** The range of the code that stands in `#key`: that of the last start that is not behind it. */
  #rangeOf(codeLength: number): number {
    let first = 0
    let last = this.#starts.length
    while (first < last) {
      const middle = (first + last) >>> 1
      const start = this.#starts[middle]
      if (start !== undefined && isAtOrBefore(start, this.#key, codeLength)) first = middle + 1
      else last = middle
    }
    return first
  }
}

function isAtOrBefore(start: Uint8Array, code: Uint8Array, codeLength: number): boolean {
  const length = Math.min(start.length, codeLength)
  for (let at = 0; at < length; at += 1) {
    const difference = (start[at] ?? 0) - (code[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return start.length <= codeLength
}
