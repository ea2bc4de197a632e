import { keptRow } from './kept-row.ts'
import type { RowChunks } from './row-chunks.ts'
import type { RowList } from './row-list.ts'

/** Whole numbers up to 2^53 are exact. */
const exactBits = 53

/**
 * Sorts rows by their keys.
 *
 * Sorting numbers without a comparison function is many times as fast as sorting keys. So each row
 * gets a number from the first bytes after the common prefix of the codes and from its index, and
 * keys are compared only if these bytes are equal.
 */
export class RowOrder {
  readonly #chunks: RowChunks
  #numbers = new Float64Array(1024)
  #order = new Uint32Array(1024)

  constructor(chunks: RowChunks) {
    this.#chunks = chunks
  }

  /**
   * Sorts the rows of a list; rows with the same key keep their order (stable).
   *
   * @returns their indexes in the list, valid until the next call
   */
  sort(rows: RowList): Uint32Array {
    const { length } = rows
    if (this.#numbers.length < length) {
      this.#numbers = new Float64Array(length * 2)
      this.#order = new Uint32Array(length * 2)
    }
    const factor = 2 ** Math.max(1, Math.ceil(Math.log2(length)))
    const count = Math.floor((exactBits - Math.log2(factor)) / 8)
    const from = this.#commonBytes(rows)
    const numbers = this.#numbers.subarray(0, length)
    for (let index = 0; index < length; index += 1) {
      numbers[index] = this.#number(rows.at(index), { from, count }) * factor + index
    }
    numbers.sort()
    return this.#settleAlike(rows, numbers, factor)
  }

  /** Extracts the indexes from sorted numbers, and sorts those with equal bytes by their keys. */
  #settleAlike(rows: RowList, numbers: Float64Array, factor: number): Uint32Array {
    const order = this.#order.subarray(0, numbers.length)
    let first = 0
    let before = -1
    const sortFrom = (start: number, end: number) => {
      const alike = [...order.subarray(start, end)]
      order.set(
        alike.sort((one, other) => this.#chunks.compareKeys(rows.at(one), rows.at(other))),
        start,
      )
    }
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? 0
      const bytes = Math.floor(number / factor)
      if (bytes !== before) {
        if (at - first > 1) sortFrom(first, at)
        first = at
      }
      before = bytes
      order[at] = number - bytes * factor
    }
    if (numbers.length - first > 1) sortFrom(first, numbers.length)
    return order
  }

  /** Length of the common prefix of all codes, in bytes. */
  #commonBytes(rows: RowList): number {
    if (rows.length === 0) return 0
    const first = rows.at(0)
    const { bytes, view } = this.#chunks.chunkOf(first)
    const head = this.#chunks.headOf(first)
    const code = head + view.getUint16(head + keptRow.code, true)
    let common = view.getUint16(head + keptRow.codeLength, true)
    for (let index = 1; index < rows.length; index += 1) {
      const position = rows.at(index)
      const { bytes: otherBytes, view: otherView } = this.#chunks.chunkOf(position)
      const otherHead = this.#chunks.headOf(position)
      const otherCode = otherHead + otherView.getUint16(otherHead + keptRow.code, true)
      const most = Math.min(common, otherView.getUint16(otherHead + keptRow.codeLength, true))
      let same = 0
      while (same < most && bytes[code + same] === otherBytes[otherCode + same]) same += 1
      common = same
    }
    return common
  }

  /**
   * The bytes of a code from an offset on, as a whole number; bytes after its end count as zero.
   */
  #number(
    position: number,
    { from, count }: { readonly from: number; readonly count: number },
  ): number {
    const { bytes, view } = this.#chunks.chunkOf(position)
    const head = this.#chunks.headOf(position)
    const length = view.getUint16(head + keptRow.codeLength, true)
    const code = head + view.getUint16(head + keptRow.code, true)
    let number = 0
    for (let at = from; at < from + count; at += 1) {
      number = number * 256 + (at < length ? (bytes[code + at] ?? 0) : 0)
    }
    return number
  }
}
