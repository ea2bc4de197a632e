import {
  columnCount,
  endsStart,
  fieldStart,
  firstUnusualsStart,
  problemColumnsStart,
  ruleBytes,
  rulesStart,
  startsStart,
  textStart,
} from '../../src/module/memory-map'
import { columnEnd, isQuoted, unquote } from '../csv/fields'
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

// Step 3 of the first pass: checks every column, and reads the values that are added up.

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

/** The four amounts of the row: digits before the point, parts of a unit, sign. */
export const amounts: usize = memory.data(4 * 16)
/** Whether all of them are written in the shortest way. */
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

/** @returns the first problem of a well-formed record; its column is written to the batch */
export function checkRow(record: i32): i32 {
  const recordEnd = load<i32>(endsStart + record * 4)
  const plainEnd = firstUnusual(load<i32>(startsStart + record * 4), recordEnd)
  store<i32>(firstUnusualsStart + record * 4, plainEnd)
  const plainAddress: usize = textStart + plainEnd
  let start: usize = textStart + load<i32>(startsStart + record * 4)
  let amount = 0
  areCanonical = true
  for (let column = 0; column < columnCount; column += 1) {
    const end = columnEnd(record, column)
    const rule: usize = rulesStart + column * ruleBytes
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
