import {
  endsStart,
  filterStart,
  goodStart,
  keptPiecesStart,
  keptRangeBytes,
  linesStart,
  startsStart,
  textStart,
} from '../../src/module/memory-map'
import {
  rowCode,
  rowCodeLength,
  rowHeadBytes,
  rowIsPoints,
  rowIsSuccess,
  rowKeyHash,
  rowLine,
  rowRecord,
  rowRecordLength,
  rowResultEnd,
  rowResultStart,
  rowSharedEnd,
  rowSharedStart,
  rowSource,
  rowType,
} from '../../src/module/kept-row-map'
import { columnEnd, columnStart, copyBytes } from '../csv/fields'
import { quote } from '../csv/scan-record'
import { codeLength, codeStart, firstShared, findCode, sharedColumns, typeColumn } from './fingerprint-rows'
import { good } from './take-rows'

// Step 7 of the first reading if every row is compared: copies the valid rows into buffers, one for each range of codes, in the
// format of kept rows.

/** Number of bytes after the last byte of a row that whole vectors overwrite. */
const vectorSlack: usize = 16

const currencyOfShared: i32 = 3
const minus: u8 = 45
const zero: u8 = 48
const letterP: u8 = 80

/** Length of the common prefix of the first codes of all ranges, in bytes. */
let common: usize = 0
/** Number of ranges with a first code: all but the first range. */
let starts: i32 = 0
let pieceBytes: usize = 0
let statusColumn: i32 = 0
/** First and last column that a row of the result contains. */
let firstOfResult: i32 = 0
let lastOfResult: i32 = 0

/** Sets the number of ranges with a first code, the common prefix of these codes, and the size of a buffer. The codes are in the memory. */
export function setKeptRanges(startsOfRanges: i32, commonBytes: usize, bytes: usize): void {
  starts = startsOfRanges
  common = commonBytes
  pieceBytes = bytes
}

/** Sets the columns of the layout that only kept rows need. */
export function setKeptColumns(status: i32, resultFirst: i32, resultLast: i32): void {
  statusColumn = status
  firstOfResult = resultFirst
  lastOfResult = resultLast
}

// For each range, beginning with the first: number and position of its first code, and the used bytes of its buffer.
const codeNumber: usize = 0
const codeAt: usize = 8
const codeBytes: usize = 12
const pieceUsed: usize = 16

/** Number of bytes in the buffer of a range. */
export function keptBytes(range: i32): i32 {
  return load<i32>(filterStart + range * keptRangeBytes, pieceUsed)
}

/** Empties the buffer of a range after its rows were taken. */
export function emptyPiece(range: i32): void {
  store<i32>(filterStart + range * keptRangeBytes, 0, pieceUsed)
}

let fullRange: i32 = 0

/** The range whose buffer has no room for the next row, if {@link keepRows} stopped before the last row. */
export function fullPiece(): i32 {
  return fullRange
}

/** Copies the valid rows of the batch from an index on. @returns how many rows are done: all, or those before a full buffer */
export function keepRows(source: i32, from: i32): i32 {
  for (let index = from; index < good; index += 1) {
    const record = load<i32>(goodStart + index * 4)
    const isCopied = findCode(record)
    const range = rangeOfCode()
    const length: usize = load<i32>(endsStart + record * 4) - load<i32>(startsStart + record * 4)
    const place: usize = <usize>rowHeadBytes + (isCopied ? codeLength : 0)
    const entry: usize = filterStart + range * keptRangeBytes
    const used: usize = load<u32>(entry, pieceUsed)
    if (used + place + length + vectorSlack > pieceBytes) {
      fullRange = range
      return index
    }
    const head: usize = <usize>keptPiecesStart + <usize>range * pieceBytes + used
    if (isCopied) copyBytes(head + rowHeadBytes, codeStart, codeLength)
    copyBytes(<usize>head + place, textStart + load<i32>(startsStart + record * 4), length)
    writeHead(record, head, place, length, isCopied)
    store<u8>(head, <u8>source, rowSource)
    store<u32>(entry, <u32>(used + place + length), pieceUsed)
  }
  return good
}

@inline
function writeHead(record: i32, head: usize, place: usize, length: usize, isCopied: bool): void {
  // Converts an address in the text to a position relative to the head.
  const shift = place - textStart - load<i32>(startsStart + record * 4)
  store<f64>(head, load<f64>(linesStart + record * 8), rowLine)
  const code = isCopied ? <usize>rowHeadBytes : codeStart + shift
  store<u16>(head, <u16>code, rowCode)
  store<u16>(head, <u16>codeLength, rowCodeLength)
  store<u16>(head, <u16>place, rowRecord)
  store<u16>(head, <u16>length, rowRecordLength)
  store<u16>(head, <u16>(columnStart(record, firstShared) + shift), rowSharedStart)
  store<u16>(head, <u16>(columnEnd(record, firstShared + sharedColumns - 1) + shift), rowSharedEnd)
  store<u16>(head, <u16>(columnStart(record, firstOfResult) + shift), rowResultStart)
  store<u16>(head, <u16>(columnEnd(record, lastOfResult) + shift), rowResultEnd)
  const status = columnStart(record, statusColumn)
  const first = load<u8>(load<u8>(status) == quote ? status + 1 : status)
  store<u8>(head, first == zero ? 1 : 0, rowIsSuccess)
  const type: u8 = isRefund(record) ? 0 : 1
  store<u8>(head, type, rowType)
  const currency = columnStart(record, firstShared + currencyOfShared)
  const isPoints = load<u8>(currency) == letterP || load<u8>(currency, 1) == letterP
  store<u8>(head, isPoints ? 1 : 0, rowIsPoints)
  store<u32>(head, hashKey(type), rowKeyHash)
}

/** A refund is -1, with or without quotes; a payment is 1 or empty. */
@inline
function isRefund(record: i32): bool {
  const start = columnStart(record, typeColumn)
  return start < columnEnd(record, typeColumn) && (load<u8>(start) == minus || load<u8>(start, 1) == minus)
}

/** The hash of the key, equal to that of the TypeScript code: MurmurHash3 over code and type. */
@inline
function hashKey(type: u32): u32 {
  let at = codeStart
  const end = codeStart + codeLength
  let hash = type
  for (; at + 4 <= end; at += 4) hash = mixed(hash, load<u32>(at))
  let rest: u32 = 0
  for (; at < end; at += 1) rest = (rest << 8) | <u32>load<u8>(at)
  hash = mixed(hash, rest)
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35
  return hash ^ (hash >> 16)
}

@inline
function mixed(hash: u32, word: u32): u32 {
  return rotl<u32>(hash ^ (rotl<u32>(word * 0xcc9e2d51, 15) * 0x1b873593), 13) * 5 + 0xe6546b64
}

/** The range of the code that was found: the last range whose first code is not greater. */
@inline
function rangeOfCode(): i32 {
  let low = 0
  let high = starts
  const isLike = hasCommon()
  const number = isLike ? numberOfCode() : 0
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry: usize = filterStart + (middle + 1) * keptRangeBytes
    const other = load<u64>(entry, codeNumber)
    const isBefore = isLike && other != number ? other < number : compareStart(entry) >= 0
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the code begins with the common prefix of the first codes of the ranges. */
@inline
function hasCommon(): bool {
  if (starts == 0 || codeLength < common) return false
  const other: usize = load<u32>(filterStart + keptRangeBytes, codeAt)
  for (let at: usize = 0; at < common; at += 1) {
    if (load<u8>(codeStart + at) != load<u8>(other + at)) return false
  }
  return true
}

/** The eight bytes of the code after the common prefix, as a number; bytes after its end count as zero. */
@inline
function numberOfCode(): u64 {
  const left = codeLength - common
  if (left == 0) return 0
  const bytes = bswap<u64>(load<u64>(codeStart + common))
  return left >= 8 ? bytes : bytes & ((<u64>~0) << <u64>(64 - 8 * left))
}

/** Compares the code with the first code of a range. */
function compareStart(entry: usize): i32 {
  const other: usize = load<u32>(entry, codeAt)
  const otherLength = load<i32>(entry, codeBytes)
  const length = min(<i32>codeLength, otherLength)
  for (let at = 0; at < length; at += 1) {
    const difference = <i32>load<u8>(codeStart + at) - <i32>load<u8>(other + at)
    if (difference != 0) return difference
  }
  return <i32>codeLength - otherLength
}
