import type { RowSpill } from '../../row-spill.ts'
import type { RowTarget } from '../arena/key-rows.ts'

/** The spilled rows of several ranges of codes. */
export class WrittenRanges {
  readonly #spill: RowSpill
  /**
   * For each range, alternately the position and the length of its pieces; objects would take
   * megabytes.
   */
  readonly #rows: readonly number[][]
  #position: number

  /**
   * @param ranges number of ranges
   * @param position number of bytes that were written to the spill before
   */
  constructor(spill: RowSpill, ranges: number, position = 0) {
    this.#spill = spill
    this.#rows = Array.from({ length: ranges }, () => [])
    this.#position = position
  }

  /** Number of bytes that have been written to the spill. */
  get position(): number {
    return this.#position
  }

  /** Writes kept rows of a range, at most one chunk. */
  write(range: number, rows: Uint8Array): void {
    this.#spill.write(rows)
    this.#rows[range]?.push(this.#position, rows.length)
    this.#position += rows.length
  }

  /** Reads the rows of a range, in the order in which they were written. */
  async read(range: number, into: RowTarget): Promise<void> {
    const rows = this.#rows[range] ?? []
    for (let at = 0; at < rows.length; at += 2) {
      const [position = 0, bytes = 0] = [rows[at], rows[at + 1]]
      const taking = into.takeRows(bytes, (target) => {
        this.#spill.read(target, position)
      })
      if (taking !== undefined) await taking
    }
  }
}
