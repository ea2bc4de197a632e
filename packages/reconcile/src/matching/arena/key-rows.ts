import type { Records } from '../../csv/record-batch.ts'
import type { RowSource } from '../../engine/engine.ts'
import type { Row } from '../../rows/row.ts'
import { compareCode } from '../rows/compare-code.ts'
import type { CrowdedKey } from '../crowds/crowd.ts'
import { RowWriter, codeSpan, nextRow, readKeptRow, rowChunk, typeAt } from '../rows/kept-row.ts'
import { chunkBytes } from '../rows/row-chunks.ts'

/**
 * Receives the rows of a range, as records or in the kept format. A returned promise is awaited
 * before the next rows.
 */
export interface RowTarget {
  /** Takes a record of a source. */
  add(batch: Records, record: number, sourceIndex: number): void | Promise<void>
  /**
   * Takes kept rows with a total length in bytes, at most that of a chunk; a function writes them.
   */
  takeRows(bytes: number, write: (target: Uint8Array<ArrayBuffer>) => void): void | Promise<void>
}

/** Passes on the rows of one key one by one, from a range that is read again. */
export class KeyRows implements RowTarget {
  readonly #sources: readonly RowSource[]
  readonly #writers: readonly RowWriter[]
  readonly #key: Pick<CrowdedKey, 'code' | 'type'>
  readonly #take: (row: Row) => Promise<void> | undefined
  readonly #chunk = rowChunk(new Uint8Array(chunkBytes))

  /** @param take called with each row; its record is valid until the next call */
  constructor(
    sources: readonly RowSource[],
    key: Pick<CrowdedKey, 'code' | 'type'>,
    take: (row: Row) => Promise<void> | undefined,
  ) {
    this.#sources = sources
    this.#writers = sources.map(({ side }, index) => new RowWriter(side, index))
    this.#key = key
    this.#take = take
  }

  add(batch: Records, record: number, sourceIndex: number): Promise<void> | undefined {
    const writer = this.#writers[sourceIndex]
    if (writer === undefined) return undefined
    writer.take(batch, record)
    if (compareCode(writer.code, this.#key.code) !== 0) return undefined
    writer.write(this.#chunk, 0)
    return this.#pass(0)
  }

  async takeRows(bytes: number, write: (target: Uint8Array<ArrayBuffer>) => void): Promise<void> {
    const chunk = this.#chunk
    write(chunk.bytes.subarray(0, bytes))
    for (let head = 0; head < bytes; head = nextRow(chunk, head)) {
      if (compareCode(codeSpan(chunk, head), this.#key.code) !== 0) continue
      const taking = this.#pass(head)
      if (taking !== undefined) await taking
    }
  }

  #pass(head: number): Promise<void> | undefined {
    if (typeAt(this.#chunk, head) !== this.#key.type) return undefined
    return this.#take(readKeptRow(this.#chunk, head, this.#sources))
  }
}
