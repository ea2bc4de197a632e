import {
  contentStart,
  fieldStart,
  fingerprintsStart,
  firstUnusualsStart,
  textStart,
} from '../../src/module/memory-map'
import { columnEnd, columnStart, copyBytes, isQuoted, unquote } from '../csv/fields'
import { comma, quote } from '../csv/scan-record'
import {
  amountParts,
  amountWhole,
  areCanonical,
  isAmountNegative,
  prepareRules,
  status,
} from '../rows/check-row'
import { first, hashText, second } from './keyed-hash'

// Step 4 of the first reading: a fingerprint of 128 bits for each row. Rows of both sides that agree have the same fingerprint.

export const sharedColumns = 12
const amountOfColumn: usize = memory.data<i8>([-1, -1, 0, -1, 1, 2, 3, -1, -1, -1, -1, -1])
const allCompared = 0xfff

export let firstShared: i32 = 0
let walletCodeColumn: i32 = 0
export let typeColumn: i32 = 0
/** A bit for each of the shared columns. */
let compared: i32 = allCompared

/** Sets the positions of the columns in the layout, and which are compared: a bit for each shared column. */
export function setLayout(shared: i32, walletCode: i32, type: i32, comparedColumns: i32): void {
  firstShared = shared
  walletCodeColumn = walletCode
  typeColumn = type
  compared = comparedColumns
  prepareRules()
}

/** The wallet transaction code without quotes, after {@link findCode}. */
export let codeStart: usize = 0
export let codeLength: usize = 0

/** Finds the wallet transaction code of a record. @returns whether it is a copy, without the quotes of the record */
@inline
export function findCode(record: i32): bool {
  const start = columnStart(record, walletCodeColumn)
  const end = columnEnd(record, walletCodeColumn)
  const isCopy = isQuoted(start, end)
  if (isCopy) {
    codeStart = fieldStart
    codeLength = unquote(start, end, fieldStart)
  } else {
    codeStart = start
    codeLength = end - start
  }
  return isCopy
}

/** Hashes wallet transaction code and type of a record. */
@inline
export function readKey(record: i32): void {
  const typeStart = columnStart(record, typeColumn)
  const sign = load<u8>(load<u8>(typeStart) == quote ? typeStart + 1 : typeStart)
  findCode(record)
  hashText(codeStart, codeLength, sign == 45 ? 2 : 1)
}

/** Computes the fingerprint of the record that was checked last. */
export function fingerprint(record: i32): void {
  const target: usize = fingerprintsStart + record * 16
  readKey(record)
  store<u32>(target, first)
  store<u32>(target, second, 4)
  const tag = status == 0 ? 3 : 4
  const start = columnStart(record, firstShared)
  const end = columnEnd(record, firstShared + sharedColumns - 1)
  const firstUnusual: usize = textStart + load<i32>(firstUnusualsStart + record * 4)
  if (compared == allCompared && areCanonical && end <= firstUnusual) {
    hashText(start, end - start, tag)
  } else {
    hashText(contentStart, writeContent(record) - contentStart, tag)
  }
  store<u32>(target, first, 8)
  store<u32>(target, second, 12)
}

/**
 * Writes the compared values in a canonical form, which is that of an ordinary row: amounts in the shortest form, quotes
 * only around a separator or a quote. Different contents have different canonical forms.
 */
function writeContent(record: i32): usize {
  let to: usize = contentStart
  for (let shared = 0; shared < sharedColumns; shared += 1) {
    if (shared > 0) {
      store<u8>(to, comma)
      to += 1
    }
    if (((compared >> shared) & 1) == 0) continue
    const amount = <i32>load<i8>(amountOfColumn + shared)
    to = amount < 0 ? writeText(record, firstShared + shared, to) : writeAmount(amount, to)
  }
  return to
}

function writeText(record: i32, column: i32, target: usize): usize {
  const start = columnStart(record, column)
  const end = columnEnd(record, column)
  const last = target + unquote(start, end, target)
  for (let at = target; at < last; at += 1) {
    const byte = load<u8>(at)
    if (byte != comma && byte != quote) continue
    copyBytes(target, start, end - start)
    return target + (end - start)
  }
  return last
}

function writeAmount(index: i32, target: usize): usize {
  let to = target
  if (isAmountNegative(index)) {
    store<u8>(to, 45)
    to += 1
  }
  to = writeDigits(amountWhole(index), 1, to)
  const parts = amountParts(index)
  if (parts == 0) return to
  store<u8>(to, 46)
  to = writeDigits(parts, 4, to + 1)
  while (load<u8>(to - 1) == 48) to -= 1
  return to
}

/** Writes a number with at least this many digits. */
function writeDigits(value: u64, least: i32, target: usize): usize {
  let digits = least
  let bound: u64 = least == 1 ? 10 : 10000
  while (value >= bound) {
    bound *= 10
    digits += 1
  }
  let rest = value
  for (let place = digits - 1; place >= 0; place -= 1) {
    store<u8>(target + place, <u8>(48 + (rest % 10)))
    rest /= 10
  }
  return target + digits
}
