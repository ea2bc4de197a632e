import {
  batchRecords,
  cellBytes,
  filterBytes,
  filterPageBytes,
  filterPagesStart,
  filterStart,
  fingerprintsStart,
  lanesStart,
  sketchStart,
} from '../../src/module/memory-map'

// Step 6 of the first reading: equal rows of both sides cancel; the remaining fingerprints are those of rows that differ.

/** Cells of each of the three parts, a power of two. */
let third: u32 = 0

/** Number of bytes that {@link findCells} stores for a record. */
export const keptCellsBytes = 16

/** Allocates a sketch with all cells zero; the size is log2 of the cells of each part. */
export function clearSketch(size: u32): void {
  // Memory that was never written is zero.
  memory.fill(sketchStart, 0, third * 3 * cellBytes)
  third = (<u32>1) << size
}

/** Adds cells of another sketch, four numbers at a time: `bytes` of them, from a byte of the sketch on. */
export function addCells(from: usize, start: u32, bytes: u32): void {
  const own: usize = sketchStart + start
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(own + at, i32x4.add(v128.load(own + at), v128.load(from + at)))
  }
}

@inline
function mix(value: u32, other: u32): u32 {
  let mixed = (value ^ (other * 0x9e3779b1)) * 0x85ebca6b
  mixed ^= mixed >> 15
  mixed *= 0xc2b2ae35
  return mixed ^ (mixed >> 14)
}

/** Stores the addresses of the cells of a record's fingerprint, and its check. */
@inline
export function findCells(record: i32, kept: usize): void {
  const from: usize = fingerprintsStart + record * 16
  const word = mix(load<u32>(from, 8), load<u32>(from, 4))
  const other = mix(load<u32>(from, 12), load<u32>(from))
  const last = mix(word, other)
  const mask = third - 1
  const first = cellAt(word & mask)
  const second = cellAt(third + (other & mask))
  const final = cellAt(2 * third + (last & mask))
  store<u32>(kept, <u32>first)
  store<u32>(kept, <u32>second, 4)
  store<u32>(kept, <u32>final, 8)
  store<u32>(kept, mix(last, word), 12)
}

/** Prefetches the stored cells. */
@inline
export function touchCells(kept: usize): u32 {
  return load<u32>(load<u32>(kept)) + load<u32>(load<u32>(kept, 4)) + load<u32>(load<u32>(kept, 8))
}

@inline
function cellAt(cell: u32): usize {
  return sketchStart + cell * cellBytes
}

/** Adds the fingerprint of a record, of the partner (1) or of the service (-1), to the stored cells. */
@inline
export function addToSketch(record: i32, kept: usize, sign: i32): void {
  const signed = i32x4.mul(v128.load(fingerprintsStart + record * 16), i32x4.splat(sign))
  // A cell: the count, the sums of the four numbers of the fingerprints, and a check.
  const head = i32x4.replace_lane(v128.shuffle<i32>(signed, signed, 0, 0, 1, 2), 0, sign)
  const check = <i32>load<u32>(kept, 12) * sign
  const tail = <u64>(<u32>i32x4.extract_lane(signed, 3)) | ((<u64>(<u32>check)) << 32)
  const rest = i64x2.replace_lane(i64x2.splat(0), 0, <i64>tail)
  addToCell(load<u32>(kept), head, rest)
  addToCell(load<u32>(kept, 4), head, rest)
  addToCell(load<u32>(kept, 8), head, rest)
}

@inline
function addToCell(at: usize, head: v128, rest: v128): void {
  v128.store(at, i32x4.add(v128.load(at), head))
  v128.store64_lane(at, i32x4.add(v128.load64_zero(at, 16), rest), 0, 16)
}

/** A stack of cells that may have a single fingerprint, in the memory of the filter, which is not needed any more. */
let waiting: i32 = filterStart
const lastWaiting: i32 = filterStart + filterBytes - 16

@inline
function push(cell: u32): void {
  store<u32>(waiting, cell)
  // Clearing the filter clears the stack.
  store<u8>(filterPagesStart + (waiting - filterStart) / filterPageBytes, 1)
  waiting += 4
}

/** Begins decoding the sketch. */
export function beginDecoding(): void {
  waiting = filterStart
  const end = cellAt(third * 3)
  for (let cell = cellAt(0); cell < end; cell += cellBytes) {
    const count = load<i32>(cell)
    if (count == 1 || count == -1) push(<u32>cell)
  }
}

/**
 * Decodes the next fingerprints: a cell with a single one is read, it is removed from its other cells, and so on (peeling).
 * They are written like those of a batch. @returns their number; 0 when no cell with a single fingerprint is left
 */
export function decodeCells(): i32 {
  const kept = lanesStart
  let found = 0
  while (found < batchRecords && waiting > filterStart && waiting < lastWaiting) {
    waiting -= 4
    const cell = load<u32>(waiting)
    const sign = load<i32>(cell)
    if (sign != 1 && sign != -1) continue
    const fingerprint = v128.load(cell, 4)
    v128.store(fingerprintsStart + found * 16, i32x4.mul(fingerprint, i32x4.splat(sign)))
    findCells(found, kept)
    const isPure =
      load<u32>(kept, 12) * sign == load<u32>(cell, 20) &&
      (load<u32>(kept) == cell || load<u32>(kept, 4) == cell || load<u32>(kept, 8) == cell)
    if (!isPure) continue
    addToSketch(found, kept, -sign)
    push(load<u32>(kept))
    push(load<u32>(kept, 4))
    push(load<u32>(kept, 8))
    found += 1
  }
  return found
}

/** Whether all cells are zero, so that everything was decoded. */
export function isSketchEmpty(): bool {
  let left = i32x4.splat(0)
  const end = cellAt(third * 3)
  for (let at = cellAt(0); at < end; at += 16) left = v128.or(left, v128.load(at))
  return !v128.any_true(left)
}
