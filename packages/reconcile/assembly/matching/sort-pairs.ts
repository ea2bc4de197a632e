import {
  pairCountsStart,
  pairPartnersStart,
  pairServicesStart,
  pairSortStart,
  pairSpareStart,
} from '../../src/module/memory-map'
import { rowCode, rowCodeLength, rowType } from '../../src/module/kept-row-map'

// Pairs of rows in the order of their keys: eight bytes of the codes at a time are sorted as numbers, byte by byte from the last.

/** Bytes of an entry for sorting: a number, and the addresses of both rows. */
const entryBytes = 16
const numberBytes: usize = 8
/** Maximum number of pairs that are sorted by comparison. */
const maxCompared = 8

@inline
function entryOf(index: i32): usize {
  return pairSortStart + index * entryBytes
}

/** Adds a pair to the entries for sorting. */
export function addPair(index: i32, partner: usize, service: usize): void {
  store<u32>(entryOf(index), <u32>partner, 8)
  store<u32>(entryOf(index), <u32>service, 12)
}

/** Lists the sorted pairs by their positions. */
export function writePairs(pairs: i32, base: usize): void {
  for (let pair = 0; pair < pairs; pair += 1) {
    store<u32>(pairPartnersStart + pair * 4, load<u32>(entryOf(pair), 8) - <u32>base)
    store<u32>(pairServicesStart + pair * 4, load<u32>(entryOf(pair), 12) - <u32>base)
  }
}

export function sortPairs(pairs: i32): void {
  if (pairs > 1) sortFrom(0, pairs, commonBytes(pairs))
}

/** Length of the common prefix of all codes, in bytes. */
function commonBytes(pairs: i32): usize {
  const first: usize = load<u32>(entryOf(0), 8)
  const code = first + load<u16>(first, rowCode)
  let common: usize = load<u16>(first, rowCodeLength)
  for (let pair = 1; pair < pairs; pair += 1) {
    const head: usize = load<u32>(entryOf(pair), 8)
    const other = head + load<u16>(head, rowCode)
    const most = min<usize>(common, load<u16>(head, rowCodeLength))
    let same: usize = 0
    while (same + 8 <= most && load<u64>(code + same) == load<u64>(other + same)) same += 8
    while (same < most && load<u8>(code + same) == load<u8>(other + same)) same += 1
    common = same
  }
  return common
}

/** Eight bytes of a code from an offset on, as a number; bytes after its end count as zero. */
@inline
function numberOf(head: usize, offset: usize): u64 {
  const length: usize = load<u16>(head, rowCodeLength)
  if (offset >= length) return 0
  const bytes = bswap<u64>(load<u64>(head + load<u16>(head, rowCode) + offset))
  const left = length - offset
  return left >= numberBytes ? bytes : bytes & ((<u64>~0) << <u64>(64 - 8 * left))
}

/** Sorts some of the pairs, whose codes are equal up to an offset. */
function sortFrom(from: i32, pairs: i32, offset: usize): void {
  const start = entryOf(from)
  const end = start + pairs * entryBytes
  const first = numberOf(load<u32>(start, 8), offset)
  let different: u64 = 0
  let isAnyLeft = false
  for (let entry = start; entry < end; entry += entryBytes) {
    const head: usize = load<u32>(entry, 8)
    const number = numberOf(head, offset)
    different |= number ^ first
    isAnyLeft = isAnyLeft || <usize>load<u16>(head, rowCodeLength) > offset
    store<u64>(entry, number)
  }
  if (!isAnyLeft) return compareAll(from, pairs)
  const spare: usize = pairSpareStart + from * entryBytes
  let isInSpare = false
  for (let shift: u64 = 0; shift < 64; shift += 8) {
    if (((different >> shift) & 0xff) == 0) continue
    sortByByte(isInSpare ? spare : start, isInSpare ? start : spare, pairs, shift)
    isInSpare = !isInSpare
  }
  if (isInSpare) memory.copy(start, spare, pairs * entryBytes)
  sortAlike(from, pairs, offset)
}

/** Address of the counter of pairs with this lowest byte. */
@inline
function countOf(number: u64): usize {
  return pairCountsStart + <i32>(number & 0xff) * 4
}

/** Copies pairs in the order of one byte of their numbers; pairs with the same byte keep their order. */
function sortByByte(source: usize, target: usize, pairs: i32, shift: u64): void {
  const end = source + pairs * entryBytes
  memory.fill(pairCountsStart, 0, 1024)
  for (let entry = source; entry < end; entry += entryBytes) {
    const count: usize = countOf(load<u64>(entry) >> shift)
    store<u32>(count, load<u32>(count) + 1)
  }
  let sum: u32 = 0
  for (let count: usize = pairCountsStart; count < <usize>pairCountsStart + 1024; count += 4) {
    const some = load<u32>(count)
    store<u32>(count, sum)
    sum += some
  }
  for (let entry = source; entry < end; entry += entryBytes) {
    const count: usize = countOf(load<u64>(entry) >> shift)
    const place = load<u32>(count)
    store<u32>(count, place + 1)
    v128.store(target + <usize>place * entryBytes, v128.load(entry))
  }
}

/** Continues sorting pairs with equal numbers. */
function sortAlike(from: i32, pairs: i32, offset: usize): void {
  let first = from
  const last = from + pairs
  for (let next = from + 1; next <= last; next += 1) {
    if (next < last && load<u64>(entryOf(next)) == load<u64>(entryOf(first))) continue
    const alike = next - first
    if (alike > maxCompared) sortFrom(first, alike, offset + numberBytes)
    else if (alike > 1) compareAll(first, alike)
    first = next
  }
}

/** Sorts pairs by comparing their keys. */
function compareAll(from: i32, pairs: i32): void {
  for (let next = from + 1; next < from + pairs; next += 1) {
    const entry = v128.load(entryOf(next))
    const head: usize = load<u32>(entryOf(next), 8)
    let place = next
    for (; place > from && compareKeys(load<u32>(entryOf(place - 1), 8), head) > 0; place -= 1) {
      v128.store(entryOf(place), v128.load(entryOf(place - 1)))
    }
    v128.store(entryOf(place), entry)
  }
}

/** Compares rows by code and type: negative, zero or positive. */
function compareKeys(one: usize, other: usize): i32 {
  const length = <i32>load<u16>(one, rowCodeLength)
  const otherLength = <i32>load<u16>(other, rowCodeLength)
  const code = one + load<u16>(one, rowCode)
  const otherCode = other + load<u16>(other, rowCode)
  const most = min(length, otherLength)
  for (let at = 0; at < most; at += 1) {
    const difference = <i32>load<u8>(code + at) - <i32>load<u8>(otherCode + at)
    if (difference != 0) return difference
  }
  if (length != otherLength) return length - otherLength
  return <i32>load<u8>(one, rowType) - <i32>load<u8>(other, rowType)
}
