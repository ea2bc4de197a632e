import type { Records } from '../../csv/record-batch.ts'
import { maxRecordBytes } from '../../csv/record-limit.ts'
import type { RowSource } from '../../engine/engine.ts'
import type { KeyRange } from '../../engine/samples.ts'
import { type RowChunk, RowWriter, keptRowBytes, rowChunk } from '../rows/kept-row.ts'
import { RangeTable } from './range-table.ts'
import type { WrittenRanges } from './written-ranges.ts'

/** Size of the write buffers in bytes, over all ranges. */
const waitingBytes = 8 * 2 ** 20
const maxBytes = 256 * 1024
const minBytes = keptRowBytes(maxRecordBytes)

/** Maximum number of partitions in one reading. */
export const maxPartitions = Math.floor(waitingBytes / minBytes)

interface Partition {
  readonly chunk: RowChunk
  used: number
}

/** The settings of {@link RowPartitions}. */
export interface PartitionSettings {
  /** Sources of all rows, by the index in a kept row. */
  readonly sources: readonly RowSource[]
  /** Receives the rows of a range when its buffer is full, and at the end. */
  readonly written: Pick<WrittenRanges, 'write'>
  /** Memory to use before any is allocated; it is in use until the end. */
  readonly spare: Uint8Array<ArrayBuffer>
}

/**
 * Partitions rows by ranges of codes into a spill, so that one reading of the files is enough for
 * all ranges. Rows of a range are buffered in memory until the buffer is full.
 */
export class RowPartitions {
  readonly #writers: readonly RowWriter[]
  readonly #partitions: readonly Partition[]
  readonly #written: PartitionSettings['written']
  readonly #ranges: RangeTable

  /** @param ranges at most {@link maxPartitions} adjacent ranges, in order */
  constructor(ranges: readonly KeyRange[], { sources, written, spare }: PartitionSettings) {
    this.#writers = sources.map(({ side }, index) => new RowWriter(side, index))
    this.#written = written
    this.#ranges = new RangeTable(ranges)
    const share = Math.floor(waitingBytes / ranges.length)
    const bytes = Math.max(minBytes, Math.min(maxBytes, share))
    this.#partitions = ranges.map((_, index) => {
      const own = spare.subarray(index * bytes, (index + 1) * bytes)
      const chunk = rowChunk(own.length === bytes ? own : new Uint8Array(bytes))
      return { chunk, used: 0 }
    })
  }

  /** Copies a record into the partition of its code. */
  add(batch: Records, record: number, sourceIndex: number): void {
    const writer = this.#writers[sourceIndex]
    if (writer === undefined) return
    const needed = writer.take(batch, record)
    const range = this.#ranges.rangeOf(writer.code)
    const partition = this.#partitions[range]
    if (partition === undefined) return
    if (partition.used + needed > partition.chunk.bytes.length) this.#write(range, partition)
    partition.used = writer.write(partition.chunk, partition.used)
  }

  /** Writes the remaining buffers. */
  end(): void {
    for (const [range, partition] of this.#partitions.entries()) this.#write(range, partition)
  }

  #write(range: number, partition: Partition): void {
    const { chunk, used } = partition
    if (used === 0) return
    this.#written.write(range, chunk.bytes.subarray(0, used))
    partition.used = 0
  }
}
