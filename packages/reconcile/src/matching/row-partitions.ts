import type { Records } from '../csv/record-batch.ts'
import { maxRecordBytes } from '../csv/record-limit.ts'
import type { RowSource } from '../engine/engine.ts'
import type { KeyRange } from '../engine/samples.ts'
import { type RowChunk, RowWriter, keptRowBytes, rowChunk } from './kept-row.ts'
import { RangeTable } from './range-table.ts'
import type { RowTarget } from './key-rows.ts'
import type { RowSpill } from '../row-spill.ts'

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
  readonly #writers: readonly RowWriter[]
  readonly #partitions: readonly Partition[]
  readonly #spill: RowSpill
  readonly #ranges: RangeTable
  #position: number

  /** @param ranges at most {@link mostPartitions}, in their order, without gaps */
  constructor(ranges: readonly KeyRange[], { sources, spill, position, spare }: PartitionSettings) {
    this.#writers = sources.map(({ side }, index) => new RowWriter(side, index))
    this.#spill = spill
    this.#position = position
    this.#ranges = new RangeTable(ranges)
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
    const writer = this.#writers[sourceIndex]
    if (writer === undefined) return
    const needed = writer.take(batch, record)
    const partition = this.#partitions[this.#ranges.rangeOf(writer.code)]
    if (partition === undefined) return
    if (partition.used + needed > partition.chunk.bytes.length) this.#write(partition)
    partition.used = writer.write(partition.chunk, partition.used)
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

  /** Reads the rows of a range. */
  async read(range: number, into: RowTarget): Promise<void> {
    for (const { position, bytes } of this.#partitions[range]?.written ?? []) {
      const taking = into.takeRows(bytes, (target) => {
        this.#spill.read(target, position)
      })
      if (taking !== undefined) await taking
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
}
