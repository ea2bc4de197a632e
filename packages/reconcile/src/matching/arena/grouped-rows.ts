import type { RowSource } from '../../engine/engine.ts'
import type { Row } from '../../rows/row.ts'
import { AgreedPairs } from './agreed-pairs.ts'
import type { AgreedRows } from './agreed-rows.ts'
import { type CrowdedKey, crowdOf } from '../crowds/crowd.ts'
import { readKeptRow } from '../rows/kept-row.ts'
import type { RowChunks } from '../rows/row-chunks.ts'
import type { RowList } from '../rows/row-list.ts'
import { RowOrder } from '../rows/row-order.ts'

/** Maximum number of pairs of an {@link AgreedPairs}. */
const maxPairs = 512

function indexesOf(length: number): Uint32Array {
  const indexes = new Uint32Array(length)
  for (let index = 0; index < length; index += 1) indexes[index] = index
  return indexes
}

/** Kept rows with their sources. */
export interface RowsToGroup {
  readonly chunks: RowChunks
  readonly sources: readonly RowSource[]
  readonly agreed: AgreedRows
  /** Rows of one key, as objects. */
  readonly maxRowsOfKey: number
}

/** Groups kept rows by their keys, in the order of the keys. */
export class GroupedRows {
  readonly #rows: RowsToGroup
  readonly #order: RowOrder
  readonly #agreedOrder: RowOrder

  constructor(rows: RowsToGroup) {
    this.#rows = rows
    this.#order = new RowOrder(rows.chunks)
    this.#agreedOrder = new RowOrder(rows.chunks)
  }

  /**
   * The rows of a list grouped by their keys, within a key in the order of the list. If the
   * transactions that agree are needed, they are included in the order of the keys.
   */
  *transactions(
    rows: RowList,
    { areAgreedWanted }: { readonly areAgreedWanted: boolean },
  ): Generator<Row[] | AgreedPairs | CrowdedKey, void, void> {
    const { chunks, sources, maxRowsOfKey } = this.#rows
    const order = areAgreedWanted ? this.#orderOfAgreed() : new Uint32Array()
    let next = 0
    for (const group of this.#groups(rows)) {
      const [first = 0] = group
      const from = next
      next = this.#firstBehind(first, order, from)
      yield* this.#pairsOf(order.subarray(from, next))
      if (group.length > maxRowsOfKey) yield crowdOf(group, chunks, sources)
      else yield group.map((position) => this.#read(position))
    }
    yield* this.#pairsOf(order.subarray(next))
  }

  #orderOfAgreed(): Uint32Array {
    const { partner, areSorted } = this.#rows.agreed
    return areSorted ? indexesOf(partner.length) : this.#agreedOrder.sort(partner)
  }

  /** The index of the first pair, from a given one on, whose key is greater than that of a row. */
  #firstBehind(position: number, order: Uint32Array, from: number): number {
    const { chunks, agreed } = this.#rows
    let [low, high] = [from, order.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const pair = agreed.partner.at(order[middle] ?? 0)
      if (chunks.compareKeys(pair, position) > 0) high = middle
      else low = middle + 1
    }
    return low
  }

  *#pairsOf(order: Uint32Array): Generator<AgreedPairs, void, void> {
    const { chunks, agreed } = this.#rows
    for (let from = 0; from < order.length; from += maxPairs) {
      yield new AgreedPairs(chunks, agreed, order.subarray(from, from + maxPairs))
    }
  }

  /** The positions of the rows of each key. */
  *#groups(rows: RowList): Generator<number[], void, void> {
    const { chunks } = this.#rows
    let group: number[] = []
    for (const index of this.#order.sort(rows)) {
      const position = rows.at(index)
      const [before] = group
      if (before !== undefined && chunks.compareKeys(before, position) !== 0) {
        yield group
        group = []
      }
      group.push(position)
    }
    if (group.length > 0) yield group
  }

  #read(position: number): Row {
    const { chunks, sources } = this.#rows
    return readKeptRow(chunks.chunkOf(position), chunks.headOf(position), sources)
  }
}
