import { keptRow } from './kept-row.ts'
import type { RowChunks } from './row-chunks.ts'

/** Whole numbers up to 2^53 are exact. */
const exactBits = 53

/** How many bytes all of the keys begin with. */
function commonBytes(rows: RowChunks, positions: readonly number[]): number {
  const [first] = positions
  if (first === undefined) return 0
  const { bytes, view } = rows.chunkOf(first)
  const key = rows.headOf(first) + keptRow.headBytes
  let common = view.getUint16(rows.headOf(first) + keptRow.keyLength)
  for (const position of positions) {
    const other = rows.chunkOf(position)
    const head = rows.headOf(position)
    const otherKey = head + keptRow.headBytes
    const most = Math.min(common, other.view.getUint16(head + keptRow.keyLength))
    let same = 0
    while (same < most && bytes[key + same] === other.bytes[otherKey + same]) same += 1
    common = same
  }
  return common
}

/** The bytes of a key from an offset on, as a whole number; zeros stand behind its end. */
function keyNumber(
  rows: RowChunks,
  position: number,
  { from, count }: { readonly from: number; readonly count: number },
): number {
  const { bytes, view } = rows.chunkOf(position)
  const head = rows.headOf(position)
  const length = view.getUint16(head + keptRow.keyLength)
  const key = head + keptRow.headBytes
  let number = 0
  for (let at = from; at < from + count; at += 1) {
    number = number * 256 + (at < length ? (bytes[key + at] ?? 0) : 0)
  }
  return number
}

/**
 * The indexes of rows in the order of their keys; rows with one key stay in the order in which they are.
 *
 * Numbers without a function that compares them are sorted many times as fast as keys. So a number is made of the first
 * bytes in which keys differ and of the index of the row, and only keys that have these bytes in common are compared.
 */
export function sortRows(rows: RowChunks, positions: readonly number[]): number[] {
  const indexBits = Math.max(1, Math.ceil(Math.log2(positions.length)))
  const count = Math.floor((exactBits - indexBits) / 8)
  const factor = 2 ** indexBits
  const from = commonBytes(rows, positions)
  const numbers = Float64Array.from(positions, (position, index) => {
    return keyNumber(rows, position, { from, count }) * factor + index
  }).sort()
  const compare = (one: number, other: number) =>
    rows.compareKeys(positions[one] ?? 0, positions[other] ?? 0)
  const sorted: number[] = []
  let alike: number[] = []
  let before = -1
  const takeAlike = () => {
    if (alike.length > 1) alike.sort(compare)
    for (const index of alike) sorted.push(index)
    alike = []
  }
  for (const number of numbers) {
    const bytes = Math.floor(number / factor)
    if (bytes !== before) takeAlike()
    before = bytes
    alike.push(number - bytes * factor)
  }
  takeAlike()
  return sorted
}
