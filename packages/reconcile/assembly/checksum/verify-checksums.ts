import {
  affixBytes,
  affixesStart,
  columnCount,
  digestsStart,
  laneBytes,
  lanes,
  lanesStart,
  problemsStart,
  separatorCount,
  separatorStart,
  verifiedStart,
  waitingBytes,
  waitingStart,
} from '../../src/module/memory-map'
import { columnEnd, columnStart, copyBytes, unquote } from '../csv/fields'
import { count } from '../csv/find-records'
import { noProblem, quote } from '../csv/scan-record'
import { hashLanes } from './md5'

// Step 2 of the first reading: verifies the checksums of rows.

const hexDigits = 32
/** Position of the number of waiting records, after the records. */
export const waitingCount = 4 * lanes
/** Number of blocks of the message of each lane. */
const laneBlocks: usize = memory.data(4 * lanes)

export let holdsValues: bool = false
export let separatorLength: usize = 0
/** Bytes before and after the row data, for the current key and then for the previous key. */
export let prefixLength: usize = 0
export let suffixLength: usize = 0
let previousPrefixLength: usize = 0
let previousSuffixLength: usize = 0
let hasPrevious: bool = false
let mostBlocksSeen: i32 = 0

/** Sets the layout of the hashed message; the bytes themselves are in the memory. */
export function setProfile(values: bool, separator: usize, isPreviousKnown: bool): void {
  holdsValues = values
  separatorLength = separator
  hasPrevious = isPreviousKnown
}

/** Sets the number of bytes before and after the row data, for the current and the previous key. */
export function setAffixes(
  prefix: usize,
  suffix: usize,
  previousPrefix: usize,
  previousSuffix: usize,
): void {
  prefixLength = prefix
  suffixLength = suffix
  previousPrefixLength = previousPrefix
  previousSuffixLength = previousSuffix
}

/** Number of blocks of a padded message. */
@inline
export function blocksOf(length: usize): i32 {
  return <i32>((length + 72) >>> 6)
}

/** Writes 1 for every record of the batch with a correct checksum, and 0 for every other one. */
export function verifyChecksums(): void {
  memory.fill(verifiedStart, 0, count)
  verifyWith(false)
  if (hasPrevious) verifyWith(true)
}

function verifyWith(isPrevious: bool): void {
  const fixed = isPrevious
    ? previousPrefixLength + previousSuffixLength
    : prefixLength + suffixLength
  const extra = fixed + (holdsValues ? separatorLength * columnCount : 0)
  mostBlocksSeen = 0
  for (let record = 0; record < count; record += 1) {
    if (load<u8>(problemsStart + record) != noProblem) continue
    if (isPrevious && load<u8>(verifiedStart + record) != 0) continue
    const checksum = columnStart(record, separatorCount)
    const length = columnEnd(record, separatorCount) - checksum
    if (length != hexDigits && length != hexDigits + 2) continue
    wait(record, blocksOf(checksum - 1 - columnStart(record, 0) + extra), isPrevious)
  }
  for (let blocks = 0; blocks <= mostBlocksSeen; blocks += 1) {
    const waiting: usize = waitingStart + blocks * waitingBytes
    if (load<i32>(waiting, waitingCount) > 0) verifyLanes(waiting, isPrevious)
  }
}

/** Records with the same number of blocks are hashed together, as soon as there is one for each lane. */
@inline
function wait(record: i32, blocks: i32, isPrevious: bool): void {
  const waiting: usize = waitingStart + blocks * waitingBytes
  const waitingRecords = load<i32>(waiting, waitingCount)
  store<i32>(waiting + waitingRecords * 4, record)
  store<i32>(waiting, waitingRecords + 1, waitingCount)
  if (waitingRecords == lanes - 1) verifyLanes(waiting, isPrevious)
  else if (blocks > mostBlocksSeen) mostBlocksSeen = blocks
}

function verifyLanes(waiting: usize, isPrevious: bool): void {
  const records = load<i32>(waiting, waitingCount)
  store<i32>(waiting, 0, waitingCount)
  for (let lane = 0; lane < records; lane += 1) {
    const message: usize = lanesStart + lane * laneBytes
    const length = writeMessage(load<i32>(waiting + lane * 4), message, isPrevious)
    store<i32>(laneBlocks + lane * 4, pad(message, length))
  }
  let hashed = 0
  for (let lane = 0; lane < records; lane += 1) {
    // A message without its quotes may have fewer blocks than were counted.
    const blocks = load<i32>(laneBlocks + lane * 4)
    if (blocks != hashed) hashLanes(blocks)
    hashed = blocks
    const record = load<i32>(waiting + lane * 4)
    if (isDigest(record, v128.load(digestsStart + lane * 16))) store<u8>(verifiedStart + record, 1)
  }
}

/** Writes the message of a record. @returns its length */
@inline
function writeMessage(record: i32, target: usize, isPrevious: bool): usize {
  const affixes: usize = isPrevious ? affixesStart + 2 * affixBytes : affixesStart
  const prefix = isPrevious ? previousPrefixLength : prefixLength
  const suffix = isPrevious ? previousSuffixLength : suffixLength
  let to = target
  if (prefix > 0) {
    copyBytes(to, affixes, prefix)
    to += prefix
  }
  if (holdsValues) {
    to += writeValues(record, to)
  } else {
    const start = columnStart(record, 0)
    const length = columnEnd(record, separatorCount - 1) - start
    copyBytes(to, start, length)
    to += length
  }
  copyBytes(to, affixes + affixBytes, suffix)
  return to + suffix - target
}

function writeValues(record: i32, target: usize): usize {
  let to = target
  for (let column = 0; column < separatorCount; column += 1) {
    if (column > 0) {
      copyBytes(to, separatorStart, separatorLength)
      to += separatorLength
    }
    to += unquote(columnStart(record, column), columnEnd(record, column), to)
  }
  return to - target
}

/** Writes the padding after a message. @returns its number of blocks */
@inline
export function pad(message: usize, length: usize): i32 {
  const blocks = blocksOf(length)
  const end = message + (<usize>blocks << 6)
  let at = message + length
  store<u8>(at, 0x80)
  at += 1
  for (; at < end; at += 16) v128.store(at, i64x2.splat(0))
  store<u64>(end - 8, <u64>length << 3)
  return blocks
}

/** Whether a record ends with the hex digits of a digest, in quotes or without. */
@inline
function isDigest(record: i32, digest: v128): bool {
  const start = columnStart(record, separatorCount)
  const length = columnEnd(record, separatorCount) - start
  const hasQuote = load<u8>(start) == quote
  if (hasQuote != (length == hexDigits + 2)) return false
  const digits = hasQuote ? start + 1 : start
  const first = v128.load(digits)
  const second = v128.load(digits, 16)
  if (!i8x16.all_true(v128.and(isHex(first), isHex(second)))) return false
  const bytes = i8x16.narrow_i16x8_u(pairs(first), pairs(second))
  return !v128.any_true(v128.xor(bytes, digest))
}

@inline
function isDecimal(text: v128): v128 {
  return i8x16.lt_u(i8x16.sub(text, i8x16.splat(48)), i8x16.splat(10))
}

@inline
function isHex(text: v128): v128 {
  const letters = i8x16.sub(v128.or(text, i8x16.splat(32)), i8x16.splat(97))
  return v128.or(isDecimal(text), i8x16.lt_u(letters, i8x16.splat(6)))
}

/** Two digits as one byte, in the low half of sixteen bits. */
@inline
function pairs(text: v128): v128 {
  const letters = i8x16.sub(v128.or(text, i8x16.splat(32)), i8x16.splat(87))
  const digits = v128.bitselect(i8x16.sub(text, i8x16.splat(48)), letters, isDecimal(text))
  const high = i16x8.shl(v128.and(digits, i16x8.splat(15)), 4)
  return v128.or(high, i16x8.shr_u(digits, 8))
}
