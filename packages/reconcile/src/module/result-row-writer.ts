import { batchRecords, listedRowBytes, listedRowsStart, textStart } from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/** Numbers of a listed row: address of the partner's row, of the service's row, and status. */
const numbersOfRow = listedRowBytes / 4

/** Concatenated rows of the result, each with its checksum and its line ending. */
export interface WrittenRows {
  /** Valid until the next rows are written or anything else is read. */
  readonly bytes: Uint8Array
  readonly count: number
}

/**
 * Writes rows of the result from rows in the memory of the module, sixteen checksums at a time. The
 * memory must not grow while it is used, and the rows must stay in it until they are written.
 */
export class ResultRowWriter {
  /** Maximum number of rows that are listed at once. */
  static readonly maxRows = batchRecords
  readonly #instance: ModuleInstance
  readonly #isUpperCase: boolean
  readonly #listed = new Int32Array(numbersOfRow * ResultRowWriter.maxRows)
  #count = 0

  constructor(instance: ModuleInstance, hexCase: 'lower' | 'upper') {
    this.#instance = instance
    this.#isUpperCase = hexCase === 'upper'
  }

  /** The memory that must contain the rows. */
  get memory(): ArrayBuffer {
    return this.#instance.views.all.buffer
  }

  /** Number of rows that are listed and not yet written. */
  get count(): number {
    return this.#count
  }

  /**
   * Lists a row; {@link write} writes it. At most {@link maxRows} can be listed.
   *
   * @param partner address of the partner's row, 0 if it has none
   * @param service address of the service's row, 0 if it has none
   * @param status last digit of the status of the transaction
   */
  add(partner: number, service: number, status: number): void {
    const at = this.#count * numbersOfRow
    this.#listed[at] = partner
    this.#listed[at + 1] = service
    this.#listed[at + 2] = status
    this.#count += 1
  }

  /** Writes the listed rows, and empties the list. */
  *write(): Generator<WrittenRows, void, void> {
    const rows = this.#count
    this.#count = 0
    const { call, views } = this.#instance
    const used = this.#listed.subarray(0, rows * numbersOfRow)
    const listed = new Int32Array(this.memory, listedRowsStart, used.length)
    for (let done = 0; done < rows;) {
      // Listed anew for each part: what takes the rows may use the memory of the list.
      listed.set(used)
      const next = call.writeRows(rows, done, this.#isUpperCase ? 1 : 0)
      const bytes = views.all.subarray(textStart, textStart + call.writtenBytes())
      yield { bytes, count: next - done }
      done = next
    }
  }
}
