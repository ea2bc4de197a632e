import { cellBytes, fingerprintsStart, sketchStart } from '../../src/module/memory-map'

// Step 6 of the first pass: equal rows of both sides cancel; what is left is what differs.

/** Cells of each of the three parts, a power of two. */
let third: u32 = 0

/** Takes a sketch of a size, log2 of the cells of each part, with all cells zero. */
export function clearSketch(size: u32): void {
  // Memory that was never written is zero.
  memory.fill(sketchStart, 0, third * 3 * cellBytes)
  third = (<u32>1) << size
}

@inline
function mix(value: u32, other: u32): u32 {
  let mixed = (value ^ (other * 0x9e3779b1)) * 0x85ebca6b
  mixed ^= mixed >> 15
  mixed *= 0xc2b2ae35
  return mixed ^ (mixed >> 14)
}

/** Loads the cells of a record's fingerprint, so that they are near when it is added. */
@inline
export function touchCells(record: i32): u32 {
  const from: usize = fingerprintsStart + record * 16
  const word = mix(load<u32>(from, 8), load<u32>(from, 4))
  const other = mix(load<u32>(from, 12), load<u32>(from))
  const mask = third - 1
  return (
    load<u32>(sketchStart + (word & mask) * cellBytes) +
    load<u32>(sketchStart + (third + (other & mask)) * cellBytes) +
    load<u32>(sketchStart + (2 * third + (mix(word, other) & mask)) * cellBytes)
  )
}

/** Adds the fingerprint of a record, of the partner (1) or of the service (-1). */
@inline
export function addToSketch(record: i32, sign: i32): void {
  const from: usize = fingerprintsStart + record * 16
  const word = mix(load<u32>(from, 8), load<u32>(from, 4))
  const other = mix(load<u32>(from, 12), load<u32>(from))
  const last = mix(word, other)
  const check = <i32>mix(last, word) * sign
  const fingerprint = i32x4.mul(v128.load(from), i32x4.splat(sign))
  const mask = third - 1
  addToCell(word & mask, fingerprint, sign, check)
  addToCell(third + (other & mask), fingerprint, sign, check)
  addToCell(2 * third + (last & mask), fingerprint, sign, check)
}

@inline
function addToCell(cell: u32, fingerprint: v128, sign: i32, check: i32): void {
  const at: usize = sketchStart + cell * cellBytes
  store<i32>(at, load<i32>(at) + sign)
  v128.store(at, i32x4.add(v128.load(at, 4), fingerprint), 4)
  store<i32>(at, load<i32>(at, 20) + check, 20)
}
