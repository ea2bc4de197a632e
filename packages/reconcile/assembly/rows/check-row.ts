import {
  columnCount,
  endsStart,
  fieldStart,
  firstUnusualsStart,
  problemColumnsStart,
  ruleBytes,
  rulesStart,
  separatorCount,
  separatorsStart,
  startsStart,
  textStart,
} from '../../src/module/memory-map'
import { columnEnd, columnStart, isQuoted, unquote } from '../csv/fields'
import { firstUnusual } from '../csv/find-records'
import { isCanonical, isNegative, parts, readAmount, whole } from './amounts'
import {
  checkDate,
  checkPlainText,
  checkText,
  checkTime,
  missing,
  noColumnProblem,
  notHex,
  notListed,
} from './check-values'

// Step 3 of the first reading: checks every column, and reads the values for the totals.

export const kindText: i32 = 0
export const kindFreeText: i32 = 1
export const kindAmount: i32 = 2
export const kindSignedAmount: i32 = 3
export const kindDate: i32 = 4
export const kindTime: i32 = 5
export const kindChecksum: i32 = 6
export const kindCurrency: i32 = 7
export const kindType: i32 = 8

const checksumDigits = 32

/** Index of a value in the list of its column: 0 VND, payment, success. */
export let currency: i32 = 0
export let type: i32 = 0
export let status: i32 = 0

/** The four amounts of the row: digits before the decimal point, parts of a unit, sign. */
export const amounts: usize = memory.data(4 * 16)
/** Whether all of them are written in the shortest form. */
export let areCanonical: bool = true

@inline
export function amountWhole(index: i32): u64 {
  return load<u64>(amounts + index * 16)
}

@inline
export function amountParts(index: i32): u32 {
  return load<u32>(amounts + index * 16, 8)
}

@inline
export function isAmountNegative(index: i32): bool {
  return load<u8>(amounts + index * 16, 12) != 0
}

/** For each column but the last: minimum and maximum number of bytes between its separators. */
const shortest: usize = memory.data(4 * separatorCount)
const longest: usize = memory.data(4 * separatorCount)
/** The columns of the amounts, of date, time and listed values, in order. */
const amountColumns: usize = memory.data(4)
let dateColumn: i32 = 0
let timeColumn: i32 = 0
const listedColumns: usize = memory.data(3)
const listedCount = 3

/** Prepares the rules of a layout, which are in the memory. */
export function prepareRules(): void {
  let amount = 0
  let listed = 0
  for (let column = 0; column < separatorCount; column += 1) {
    const rule: usize = rulesStart + column * ruleBytes
    const kind = load<i32>(rule)
    const isText = kind <= kindFreeText
    store<i32>(shortest + column * 4, isText && load<i32>(rule, 4) != 0 ? 2 : 1)
    store<i32>(longest + column * 4, isText ? min(load<i32>(rule, 8), i32.MAX_VALUE - 1) + 1 : i32.MAX_VALUE)
    if (kind == kindAmount || kind == kindSignedAmount) {
      store<u8>(amountColumns + amount, <u8>column)
      amount += 1
    } else if (kind == kindDate) {
      dateColumn = column
    } else if (kind == kindTime) {
      timeColumn = column
    } else if (kind >= kindCurrency) {
      store<u8>(listedColumns + listed, <u8>column)
      listed += 1
    }
  }
}

@inline
function ruleOf(column: i32): usize {
  return rulesStart + column * ruleBytes
}

/** Whether no text column, other than the last column, has more bytes than characters are allowed. */
@inline
function areLengthsGood(record: i32): bool {
  const separators: usize = separatorsStart + record * separatorCount * 4
  let before = i32x4.splat(load<i32>(startsStart + record * 4) - 1)
  let faults = i32x4.splat(0)
  for (let column = 0; column < separatorCount; column += 4) {
    const ends = v128.load(separators + column * 4)
    const lengths = i32x4.sub(ends, v128.shuffle<i32>(before, ends, 3, 4, 5, 6))
    const tooShort = i32x4.lt_s(lengths, v128.load(shortest + column * 4))
    const tooLong = i32x4.gt_s(lengths, v128.load(longest + column * 4))
    faults = v128.or(faults, v128.or(tooShort, tooLong))
    before = ends
  }
  return !v128.any_true(faults)
}

/** The column that contains a byte of a record. */
@inline
function columnAt(record: i32, at: i32): i32 {
  const separators: usize = separatorsStart + record * separatorCount * 4
  const place = i32x4.splat(at)
  let before = i32x4.splat(0)
  for (let column = 0; column < separatorCount; column += 4) {
    before = i32x4.sub(before, i32x4.lt_s(v128.load(separators + column * 4), place))
  }
  const pairs = i32x4.add(before, v128.shuffle<i32>(before, before, 2, 3, 0, 1))
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1)
}

/** Whether quotes and bytes that are not printable ASCII occur only in text columns, and these are valid. */
@inline
function areUnusualsGood(record: i32, first: i32, recordEnd: i32): bool {
  let at = first
  while (at < recordEnd) {
    const column = columnAt(record, at)
    const rule = ruleOf(column)
    const kind = load<i32>(rule)
    if (kind > kindFreeText) return false
    const end = columnEnd(record, column)
    const isRequired = load<i32>(rule, 4) != 0
    const isFree = kind == kindFreeText
    const problem = checkText(columnStart(record, column), end, load<u32>(rule, 8), isRequired, isFree)
    if (problem != noColumnProblem) return false
    at = firstUnusual(<i32>(end - textStart), recordEnd)
  }
  return true
}

/**
 * The fast check of a record: whether it certainly has no problem. It covers records whose values other than texts have no
 * quotes, and whose texts do not have more bytes than characters are allowed.
 */
@inline
function isPlainlyGood(record: i32, plainEnd: i32, recordEnd: i32): bool {
  if (columnEnd(record, separatorCount) - columnStart(record, separatorCount) != checksumDigits) return false
  if (!areLengthsGood(record) || !areUnusualsGood(record, plainEnd, recordEnd)) return false
  for (let amount = 0; amount < 4; amount += 1) {
    const column = <i32>load<u8>(amountColumns + amount)
    const start = columnStart(record, column)
    const end = columnEnd(record, column)
    const isSigned = load<i32>(ruleOf(column)) == kindSignedAmount
    if (start == end || readAmount(start, end, isSigned) != noColumnProblem) return false
    keepAmount(amount)
  }
  for (let listed = 0; listed < listedCount; listed += 1) {
    const column = <i32>load<u8>(listedColumns + listed)
    const rule = ruleOf(column)
    const isRequired = load<i32>(rule, 4) != 0
    const problem = checkListed(rule, columnStart(record, column), columnEnd(record, column), isRequired)
    if (problem != noColumnProblem) return false
  }
  return (
    checkDate(columnStart(record, dateColumn), columnEnd(record, dateColumn)) == noColumnProblem &&
    checkTime(columnStart(record, timeColumn), columnEnd(record, timeColumn)) == noColumnProblem
  )
}

/** @returns the first problem of a well-formed record; the column of the problem is written to the batch */
export function checkRow(record: i32): i32 {
  const recordEnd = load<i32>(endsStart + record * 4)
  const plainEnd = firstUnusual(load<i32>(startsStart + record * 4), recordEnd)
  store<i32>(firstUnusualsStart + record * 4, plainEnd)
  areCanonical = true
  if (isPlainlyGood(record, plainEnd, recordEnd)) return noColumnProblem
  areCanonical = true
  return findProblem(record, plainEnd)
}

/** Checks the columns of a record one by one, up to the first with a problem. */
function findProblem(record: i32, plainEnd: i32): i32 {
  const plainAddress: usize = textStart + plainEnd
  let start: usize = textStart + load<i32>(startsStart + record * 4)
  let amount = 0
  for (let column = 0; column < columnCount; column += 1) {
    const end = columnEnd(record, column)
    const rule = ruleOf(column)
    const kind = load<i32>(rule)
    const isRequired = load<i32>(rule, 4) != 0
    let problem: i32
    if (kind <= kindFreeText) {
      const maxChars = load<u32>(rule, 8)
      problem =
        end <= plainAddress
          ? checkPlainText(<u32>(end - start), maxChars, isRequired)
          : checkText(start, end, maxChars, isRequired, kind == kindFreeText)
    } else {
      let first = start
      let last = end
      if (isQuoted(start, end)) {
        first = fieldStart
        last = <usize>fieldStart + unquote(start, end, fieldStart)
      }
      if (kind <= kindSignedAmount) {
        problem = first == last ? missing : readAmount(first, last, kind == kindSignedAmount)
        keepAmount(amount)
        amount += 1
      } else if (kind == kindDate) {
        problem = checkDate(first, last)
      } else if (kind == kindTime) {
        problem = checkTime(first, last)
      } else if (kind == kindChecksum) {
        problem = last - first == checksumDigits ? noColumnProblem : notHex
      } else {
        problem = checkListed(rule, first, last, isRequired)
      }
    }
    if (problem != noColumnProblem) {
      store<u8>(problemColumnsStart + record, <u8>column)
      return problem
    }
    start = end + 1
  }
  return noColumnProblem
}

@inline
function keepAmount(index: i32): void {
  const at = amounts + index * 16
  store<u64>(at, whole)
  store<u32>(at, parts, 8)
  store<u8>(at, isNegative ? 1 : 0, 12)
  areCanonical = areCanonical && isCanonical
}

/** Checks a value of a list, of at most seven bytes. */
@inline
function checkListed(rule: usize, start: usize, end: usize, isRequired: bool): i32 {
  const length = end - start
  let index = 0
  if (length > 0) {
    if (length > 7) return notListed
    const value =
      (load<u64>(start) & (((<u64>1) << (<u64>length << 3)) - 1)) | (<u64>length << 56)
    const values = load<i32>(rule, 12)
    while (index < values && load<u64>(rule + index * 8, 16) != value) index += 1
    if (index == values) return notListed
  }
  const kind = load<i32>(rule)
  if (kind == kindCurrency) currency = index
  else if (kind == kindType) type = index
  else status = index
  return length == 0 && isRequired ? missing : noColumnProblem
}
