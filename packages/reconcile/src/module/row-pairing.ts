import * as map from './memory-map.ts'
import type { ModuleInstance } from './module-instance.ts'

/** The index of a source is one byte. */
const maxSources = 256

/** Which rows {@link RowPairing} pairs. */
export interface PairedSources {
  /** A bit for each source, by its index: whether its rows are those of the day. */
  readonly ofDay: number
  /** A bit for each source: whether its rows are the partner's. */
  readonly ofPartner: number
}

/** The result of {@link RowPairing.pair}, as positions of rows; valid until the next call. */
export interface FoundPairs {
  readonly count: number
  /** The rows of each pair, in the order of their keys; empty if they are not needed. */
  readonly partner: Uint32Array
  readonly service: Uint32Array
  /** The rows without a pair, in the order in which they were listed. */
  readonly others: Uint32Array
}

/** Finds transactions that agree byte for byte, in the module, among kept rows in its memory. */
export class RowPairing {
  /** Maximum number of rows that are paired at once. */
  readonly maxRows = map.maxPairedRows
  readonly #instance: ModuleInstance

  constructor(instance: ModuleInstance) {
    this.#instance = instance
  }

  /** The memory that must contain the rows. */
  get memory(): ArrayBuffer {
    return this.#instance.views.all.buffer
  }

  /** The list of the positions of rows. */
  get rows(): Uint32Array<ArrayBuffer> {
    return this.#numbers(map.pairedRowsStart, map.maxPairedRows)
  }

  /**
   * Lists consecutive rows from a position on.
   *
   * @returns their positions, and the number of rows of each source by its index; valid until the
   *   next call
   */
  list(start: number, { position, bytes }: { readonly position: number; readonly bytes: number }) {
    const rows = this.#instance.call.listRows(start, position, bytes)
    return {
      positions: this.#numbers(map.pairedRowsStart, rows),
      counts: this.#numbers(map.pairCountsStart, maxSources),
    }
  }

  /**
   * Pairs the first listed rows.
   *
   * @param start address of position 0
   * @param options whether the pairs are needed, or only their number
   */
  pair(
    rows: number,
    { start, areWanted, ofDay, ofPartner }: PairedSources & PairingOptions,
  ): FoundPairs {
    const { call } = this.#instance
    const count = call.pairRows(rows, start, ofDay, ofPartner, areWanted ? 1 : 0)
    const listed = areWanted ? count : 0
    return {
      count,
      partner: this.#numbers(map.pairPartnersStart, listed),
      service: this.#numbers(map.pairServicesStart, listed),
      others: this.#numbers(map.otherRowsStart, call.otherRows()),
    }
  }

  #numbers(start: number, count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.memory, start, count)
  }
}

interface PairingOptions {
  readonly start: number
  readonly areWanted: boolean
}
