import { noColumnProblem, notNumber, outOfRange } from './check-values'

// Step 3 of the first reading: reads amounts by value, without floating point.

const maxWholeDigits: usize = 15
const maxFractionDigits: usize = 4

/** The result of {@link readAmount}: the digits before the decimal point, and those after it in parts of a unit. */
export let whole: u64 = 0
export let parts: u32 = 0
export let isNegative: bool = false
/** Whether it is written in the shortest form. */
export let isCanonical: bool = true

const zeros: u64 = 0x3030303030303030
const highBits: u64 = 0x8080808080808080
/** Added to a digit it leaves the high bit clear; added to more than nine it sets it. */
const toHighBit: u64 = 0x7676767676767676

/** Reads an amount that consists of one to eight digits, all of them at once. @returns false for any other amount */
@inline
function readDigits(start: usize, end: usize): bool {
  const missing = <u64>(8 - (end - start)) << 3
  const text = load<u64>(start) << missing
  let digits = text ^ (zeros << missing)
  if (((digits | (digits + toHighBit)) & highBits) != 0) return false
  // Neighbours are combined to numbers of two, four and eight digits; the first digit is in the lowest byte.
  digits = (digits * (10 * 256 + 1)) >> 8
  digits = ((digits & 0x00ff00ff00ff00ff) * (100 * 65536 + 1)) >> 16
  digits = ((digits & 0x0000ffff0000ffff) * (10000 * 4294967296 + 1)) >> 32
  whole = digits
  parts = 0
  isNegative = false
  isCanonical = end - start == 1 || load<u8>(start) != 48
  return true
}

/** @returns the problem of an amount that is not empty */
@inline
export function readAmount(start: usize, end: usize, isSigned: bool): i32 {
  if (end - start <= 8 && readDigits(start, end)) return noColumnProblem
  return readOtherAmount(start, end, isSigned)
}

function readOtherAmount(start: usize, end: usize, isSigned: bool): i32 {
  const hasMinus = load<u8>(start) == 45
  const first = hasMinus ? start + 1 : start
  let wholeValue: u64 = 0
  let at = first
  for (; at < end; at += 1) {
    const digit = <u32>load<u8>(at) - 48
    if (digit > 9) break
    if (at - first < maxWholeDigits) wholeValue = wholeValue * 10 + digit
  }
  const wholeDigits = at - first
  let fraction: u32 = 0
  let fractionDigits: usize = 0
  if (at < end) {
    if (load<u8>(at) != 46 || at + 1 == end) return notNumber
    fractionDigits = end - at - 1
    for (let place = at + 1; place < end; place += 1) {
      const digit = <u32>load<u8>(place) - 48
      if (digit > 9) return notNumber
      if (place - at <= maxFractionDigits) fraction = fraction * 10 + digit
    }
    for (let missing = fractionDigits; missing < maxFractionDigits; missing += 1) fraction *= 10
  }
  if (wholeDigits == 0) return notNumber
  if (wholeDigits > maxWholeDigits || fractionDigits > maxFractionDigits) return outOfRange
  const isZero = wholeValue == 0 && fraction == 0
  if (hasMinus && !isSigned && !isZero) return outOfRange
  isNegative = hasMinus && !isZero
  whole = wholeValue
  parts = fraction
  isCanonical =
    (wholeDigits == 1 || load<u8>(first) != 48) &&
    (fractionDigits == 0 || load<u8>(end - 1) != 48) &&
    (!hasMinus || !isZero)
  return noColumnProblem
}
