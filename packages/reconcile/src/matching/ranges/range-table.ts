import type { FieldBytes } from '../../csv/fields.ts'
import { commonBytes } from '../../engine/common-bytes.ts'
import type { KeyRange } from '../../engine/samples.ts'
import { compareCode } from '../rows/compare-code.ts'

/** Number of bytes of a code that are compared at once, as a whole number below 2^53. */
const numberBytes = 6

/** The bytes of a field from an offset on, as a whole number; bytes after its end count as zero. */
function numberFrom({ bytes, start, end }: FieldBytes, offset: number): number {
  const first = start + offset
  let number = 0
  for (let at = first; at < first + numberBytes; at += 1) {
    number = number * 256 + (at < end ? (bytes[at] ?? 0) : 0)
  }
  return number
}

/**
 * Finds the range of a code. The first codes of the ranges usually have a common prefix and differ
 * in the bytes after it: these bytes are compared as a number, and all bytes only if the numbers
 * are equal.
 */
export class RangeTable {
  readonly #starts: readonly Uint8Array[]
  readonly #common: Uint8Array
  readonly #numbers: Float64Array

  /** @param ranges adjacent ranges, in order */
  constructor(ranges: readonly KeyRange[]) {
    this.#starts = ranges.slice(1).flatMap(({ from }) => (from === undefined ? [] : [from]))
    const common = commonBytes(this.#starts)
    this.#common = this.#starts[0]?.subarray(0, common) ?? new Uint8Array()
    this.#numbers = Float64Array.from(this.#starts, (bytes) =>
      numberFrom({ bytes, start: 0, end: bytes.length }, common),
    )
  }

  /** The index of the range of a code: the last range whose start is not greater than the code. */
  rangeOf(code: FieldBytes): number {
    const hasNumber = this.#hasCommon(code)
    const number = hasNumber ? numberFrom(code, this.#common.length) : 0
    let first = 0
    let last = this.#starts.length
    while (first < last) {
      const middle = (first + last) >>> 1
      const difference = hasNumber ? (this.#numbers[middle] ?? 0) - number : 0
      const isNear = difference === 0
      const start = this.#starts[middle]
      const isBefore =
        isNear && start !== undefined ? compareCode(code, start) >= 0 : difference < 0
      if (isBefore) first = middle + 1
      else last = middle
    }
    return first
  }

  #hasCommon({ bytes, start, end }: FieldBytes): boolean {
    const common = this.#common
    if (end - start < common.length) return false
    for (let at = 0; at < common.length; at += 1) {
      if (bytes[start + at] !== common[at]) return false
    }
    return true
  }
}
