import {
  filterPageBytes,
  filterPagesStart,
  filterStart,
  suspectBitBytes,
  suspectBitsStart,
} from '../../src/module/memory-map'
import { clearFilter } from './repeat-filter'

// Between the readings: the keys that may differ, in a table in the memory of the filter.

/** Slots of 8 bytes, a power of two; a free one is zero. */
let mask: u32 = 0
let hasZero: bool = false

/** Allocates a table of free slots; their number is a power of two that fills whole pages of the filter. */
export function clearSuspects(slots: u32): void {
  mask = slots - 1
  hasZero = false
  clearFilter()
  // Clearing the filter clears the table.
  memory.fill(filterPagesStart, 1, (slots * 8) / filterPageBytes)
  memory.fill(suspectBitsStart, 0, suspectBitBytes)
}

/** The slot of a key, or the free slot for it. */
@inline
function find(key: u64): usize {
  let place = <u32>key & mask
  let at: usize = filterStart + place * 8
  while (load<u64>(at) != key && load<u64>(at) != 0) {
    place = (place + 1) & mask
    at = filterStart + place * 8
  }
  return at
}

export function addSuspect(first: u32, second: u32): void {
  const key = (<u64>first) | ((<u64>second) << 32)
  if (key == 0) hasZero = true
  else store<u64>(find(key), key)
  const at = byteOfBit(first)
  store<u8>(at, load<u8>(at) | bitOf(first))
}

/** Where the bit of a key is, by its first half. Few of the bits are set, and they are in the nearest cache. */
@inline
function byteOfBit(first: u32): usize {
  return suspectBitsStart + ((first >> 3) & (suspectBitBytes - 1))
}

@inline
function bitOf(first: u32): u8 {
  return <u8>((<u32>1) << (first & 7))
}

@inline
export function isSuspect(first: u32, second: u32): bool {
  const key = (<u64>first) | ((<u64>second) << 32)
  return key == 0 ? hasZero : load<u64>(find(key)) == key
}

/** Whether a key may differ, by its first half only. */
@inline
export function isSuspectHalf(first: u32): bool {
  if ((load<u8>(byteOfBit(first)) & bitOf(first)) == 0) return false
  let place = first & mask
  let key = load<u64>(filterStart + place * 8)
  while (key != 0 && <u32>key != first) {
    place = (place + 1) & mask
    key = load<u64>(filterStart + place * 8)
  }
  return key != 0 || (first == 0 && hasZero)
}
