import {
  otherRowsStart,
  pairCountsStart,
  pairPartnersStart,
  pairSecondsStart,
  pairServicesStart,
  pairSlotsStart,
  pairedRowsStart,
  tailMaskStart,
} from '../../src/module/memory-map'
import {
  rowCode,
  rowCodeLength,
  rowIsSuccess,
  rowKeyHash,
  rowRecord,
  rowRecordLength,
  rowSharedEnd,
  rowSharedStart,
  rowSource,
  rowType,
} from '../../src/module/kept-row-map'
import { addPair, sortPairs, writePairs } from './sort-pairs'

// Step 4 of the second reading, for most rows if every row is compared: finds the transactions that agree byte for byte.

/** Maximum probes of the hash table per key, so that crafted codes cannot make the search slow. */
const maxProbes: u32 = 16
/** Marks a key whose rows do not agree, or that has more than two rows. */
const none = -1
/** Marks a row that is the second row of its key. */
const isSecond = -2

/** Address of position 0 of rows. */
let base: usize = 0
/** A bit for each source: whether its rows are of the day, and whether they are the partner's. */
let filesOfDay: u32 = 0
let partners: u32 = 0
let others: i32 = 0

/** Number of rows without a pair. */
export function otherRows(): i32 {
  return others
}

/**
 * Lists the positions of consecutive kept rows, and counts the rows of each source.
 *
 * @returns the number of rows
 */
export function listRows(start: usize, position: i32, bytes: i32): i32 {
  memory.fill(pairCountsStart, 0, 1024)
  const first = start + position
  const end = first + bytes
  let rows = 0
  for (let head = first; head < end;) {
    const count: usize = pairCountsStart + <i32>load<u8>(head, rowSource) * 4
    store<u32>(count, load<u32>(count) + 1)
    store<u32>(pairedRowsStart + rows * 4, <u32>(head - start))
    rows += 1
    head += <usize>load<u16>(head, rowRecord) + load<u16>(head, rowRecordLength)
  }
  return rows
}

/**
 * Finds pairs among the rows whose positions are listed: one row of each side, both of the day, with the same shared columns and
 * both with success or both without. The others are listed in the order in which they came, and the pairs in that of their
 * keys, where they are wanted. @returns how many pairs there are
 */
export function pairRows(rows: i32, start: usize, ofDay: u32, ofPartner: u32, areWanted: bool): i32 {
  base = start
  filesOfDay = ofDay
  partners = ofPartner
  findSeconds(rows)
  others = 0
  let pairs = 0
  for (let index = 0; index < rows; index += 1) {
    const position = load<u32>(pairedRowsStart + index * 4)
    const second = load<i32>(pairSecondsStart + index * 4)
    if (second == isSecond) continue
    if (second <= 0) {
      store<u32>(otherRowsStart + others * 4, position)
      others += 1
      continue
    }
    store<i32>(pairSecondsStart + second * 4, isSecond)
    if (areWanted) {
      const other = load<u32>(pairedRowsStart + second * 4)
      const isFirstOfPartner = ((partners >> <u32>load<u8>(base + position, rowSource)) & 1) != 0
      store<u32>(pairPartnersStart + pairs * 4, isFirstOfPartner ? position : other)
      store<u32>(pairServicesStart + pairs * 4, isFirstOfPartner ? other : position)
    }
    pairs += 1
  }
  if (!areWanted) return pairs
  for (let pair = 0; pair < pairs; pair += 1) {
    addPair(pair, base + load<u32>(pairPartnersStart + pair * 4), base + load<u32>(pairServicesStart + pair * 4))
  }
  sortPairs(pairs)
  writePairs(pairs, base)
  return pairs
}

/** A key without a free slot in the table is not paired. */
function findSeconds(rows: i32): void {
  let slots: u32 = 2
  while (slots < <u32>(rows * 2 + 2)) slots <<= 1
  memory.fill(pairSlotsStart, 0, slots * 4)
  memory.fill(pairSecondsStart, 0, rows * 4)
  for (let index = 0; index < rows; index += 1) {
    const head = base + load<u32>(pairedRowsStart + index * 4)
    const hash = load<u32>(head, rowKeyHash)
    for (let probe: u32 = 0; probe < maxProbes; probe += 1) {
      const slot: usize = pairSlotsStart + ((hash + probe) & (slots - 1)) * 4
      const first = load<i32>(slot) - 1
      if (first < 0) {
        store<i32>(slot, index + 1)
        break
      }
      const firstHead = base + load<u32>(pairedRowsStart + first * 4)
      if (load<u32>(firstHead, rowKeyHash) != hash || !haveSameKey(firstHead, head)) continue
      const second: usize = pairSecondsStart + first * 4
      store<i32>(second, load<i32>(second) == 0 && agree(firstHead, head) ? index : none)
      break
    }
  }
}

@inline
function haveSameKey(one: usize, other: usize): bool {
  const length = load<u16>(one, rowCodeLength)
  if (length != load<u16>(other, rowCodeLength) || load<u8>(one, rowType) != load<u8>(other, rowType)) return false
  return haveSameBytes(one + load<u16>(one, rowCode), other + load<u16>(other, rowCode), length)
}

@inline
function agree(one: usize, other: usize): bool {
  const source = <u32>load<u8>(one, rowSource)
  const otherSource = <u32>load<u8>(other, rowSource)
  if (((filesOfDay >> source) & (filesOfDay >> otherSource) & 1) == 0) return false
  if ((((partners >> source) ^ (partners >> otherSource)) & 1) == 0) return false
  if (load<u8>(one, rowIsSuccess) != load<u8>(other, rowIsSuccess)) return false
  const start: usize = load<u16>(one, rowSharedStart)
  const otherStart: usize = load<u16>(other, rowSharedStart)
  const length = <usize>load<u16>(one, rowSharedEnd) - start
  if (<usize>load<u16>(other, rowSharedEnd) - otherStart != length) return false
  return haveSameBytes(one + start, other + otherStart, length)
}

@inline
function haveSameBytes(one: usize, other: usize, length: usize): bool {
  let at: usize = 0
  for (; at + 16 <= length; at += 16) {
    if (v128.any_true(v128.xor(v128.load(one + at), v128.load(other + at)))) return false
  }
  const mask: usize = <usize>tailMaskStart + 32 - (length - at)
  const differing = v128.xor(v128.load(one + at), v128.load(other + at))
  return !v128.any_true(v128.and(differing, v128.load(mask)))
}
