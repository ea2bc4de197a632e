import { type AgreedPair, readPair } from './agreed-pair.ts'
import type { RowChunks } from './row-chunks.ts'
import type { RowList } from './row-list.ts'

/** Where the rows of transactions are whose sides agree: at the same index that of the partner and that of the service. */
export interface PairedRows {
  readonly partner: RowList
  readonly service: RowList
}

/**
 * Transactions whose sides agree byte for byte, in the order of their keys, with no other between them. They are valid until
 * the arena is cleared.
 */
export class AgreedPairs {
  readonly #chunks: RowChunks
  readonly #rows: PairedRows
  /** Their indexes among the rows. */
  readonly #order: Uint32Array

  constructor(chunks: RowChunks, rows: PairedRows, order: Uint32Array) {
    this.#chunks = chunks
    this.#rows = rows
    this.#order = order
  }

  /** How many there are. */
  get count(): number {
    return this.#order.length
  }

  /** Each of them. */
  *[Symbol.iterator](): Generator<AgreedPair, void, void> {
    const { partner, service } = this.#rows
    for (const index of this.#order) {
      yield readPair(this.#chunks, partner.at(index), service.at(index))
    }
  }

  /**
   * Lists the addresses of the partner's row and of the service's, for each of them.
   *
   * @param memory in which the rows must lie
   * @returns false where one of them lies elsewhere
   */
  list(memory: ArrayBuffer, target: Int32Array): boolean {
    const { partner, service } = this.#rows
    const start = this.#chunks.startIn(memory)
    if (start === undefined) return false
    let at = 0
    for (const index of this.#order) {
      target[at] = start + partner.at(index)
      target[at + 1] = start + service.at(index)
      at += 2
    }
    return true
  }
}
