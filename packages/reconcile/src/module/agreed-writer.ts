import { agreedPairsStart, batchRecords, textStart } from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/** Concatenated rows of the result, each with its checksum and its line ending. */
export interface WrittenRows {
  /** Valid until the next rows are written or anything else is read. */
  readonly bytes: Uint8Array
  readonly count: number
}

/**
 * Writes rows of the result from pairs of rows in the memory of the module, sixteen checksums at a
 * time. The memory must not grow while it is used.
 */
export class AgreedWriter {
  /** Maximum number of pairs that are listed at once. */
  readonly mostPairs = batchRecords
  /** The list of pairs: the address of the partner's row and that of the service's row. */
  readonly pairs: Int32Array<ArrayBuffer>
  readonly #instance: ModuleInstance
  readonly #isUpperCase: boolean

  constructor(instance: ModuleInstance, hexCase: 'lower' | 'upper') {
    this.#instance = instance
    this.#isUpperCase = hexCase === 'upper'
    this.pairs = new Int32Array(instance.views.all.buffer, agreedPairsStart, 2 * batchRecords)
  }

  /** The memory that must contain the rows. */
  get memory(): ArrayBuffer {
    return this.#instance.views.all.buffer
  }

  /** Writes the rows of the first listed pairs. */
  *write(pairs: number): Generator<WrittenRows, void, void> {
    const { call, views } = this.#instance
    for (let done = 0; done < pairs;) {
      const next = call.writeAgreed(pairs, done, this.#isUpperCase ? 1 : 0)
      const bytes = views.all.subarray(textStart, textStart + call.agreedBytes())
      yield { bytes, count: next - done }
      done = next
    }
  }
}
