import { quote } from '../csv/scan-record'
import { countCharacters, isPrintable } from './utf8'

// Step 3 of the first reading: checks of the values of columns.

export const noColumnProblem: i32 = 0
export const missing: i32 = 20
export const tooManyCharacters: i32 = 21
export const controlCharacter: i32 = 22
export const notUtf8: i32 = 23
export const notNumber: i32 = 24
export const outOfRange: i32 = 25
export const notListed: i32 = 26
export const notDate: i32 = 27
export const notTime: i32 = 28
export const notHex: i32 = 29

/** Two digits as a number; 100 if they are not digits. */
@inline
function twoDigits(at: usize): u32 {
  const high = <u32>load<u8>(at) - 48
  const low = <u32>load<u8>(at, 1) - 48
  return high > 9 || low > 9 ? 100 : high * 10 + low
}

function daysInMonth(month: u32, year: u32): u32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
}

/** The last valid date, as eight bytes and two: the rows of a file have few different dates. Initially 01/01/2000. */
let lastDay: u64 = 0x30322f31302f3130
let lastYear: u16 = 0x3030

/** Checks a date in the form DD/MM/YYYY. */
@inline
export function checkDate(start: usize, end: usize): i32 {
  if (end - start == 10 && load<u64>(start) == lastDay && load<u16>(start, 8) == lastYear) {
    return noColumnProblem
  }
  return checkOtherDate(start, end)
}

function checkOtherDate(start: usize, end: usize): i32 {
  if (start == end) return missing
  if (end - start != 10) return notDate
  const day = twoDigits(start)
  const month = twoDigits(start + 3)
  const century = twoDigits(start + 6)
  const yearOfCentury = twoDigits(start + 8)
  const isDate =
    load<u8>(start, 2) == 47 &&
    load<u8>(start, 5) == 47 &&
    century > 0 &&
    century < 100 &&
    yearOfCentury < 100 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(month, century * 100 + yearOfCentury)
  if (!isDate) return notDate
  lastDay = load<u64>(start)
  lastYear = load<u16>(start, 8)
  return noColumnProblem
}

/** 00:00:00 as eight bytes. */
const midnight: u64 = 0x30303a30303a3030
/** Added to the difference of each byte from 00:00:00: sets the high bit if it exceeds 9 for a digit, 5 for tens, 0 for a colon. */
const toHighBit: u64 = 0x767a7f767a7f7676
const highBits: u64 = 0x8080808080808080

/** Checks a time in the form HH:mm:ss; it may be empty. */
@inline
export function checkTime(start: usize, end: usize): i32 {
  if (start == end) return noColumnProblem
  const digits = load<u64>(start) ^ midnight
  const isTime =
    end - start == 8 &&
    ((digits | (digits + toHighBit)) & highBits) == 0 &&
    (digits & 0xff) * 10 + ((digits >> 8) & 0xff) < 24
  return isTime ? noColumnProblem : notTime
}

/** Checks a text of printable ASCII without quotes; only its length matters. */
@inline
export function checkPlainText(length: u32, maxChars: u32, isRequired: bool): i32 {
  if (length > maxChars) return tooManyCharacters
  return length == 0 && isRequired ? missing : noColumnProblem
}

/** Checks a text: valid UTF-8, length in characters, no control characters except in free text. */
export function checkText(
  start: usize,
  end: usize,
  maxChars: u32,
  isRequired: bool,
  isFree: bool,
): i32 {
  const hasQuotes = end > start && load<u8>(start) == quote
  const first = hasQuotes ? start + 1 : start
  const last = hasQuotes ? end - 1 : end
  if (first >= last) return isRequired ? missing : noColumnProblem
  if (!isPrintable(first, last)) {
    const problem = findTextProblem(first, last, isFree)
    if (problem != noColumnProblem) return problem
  }
  // No text has more characters than bytes.
  if (<u32>(last - first) <= maxChars) return noColumnProblem
  return countCharacters(first, last, hasQuotes) > maxChars ? tooManyCharacters : noColumnProblem
}

/** The first problem of a text; tabs and line ends are allowed in free text. */
function findTextProblem(first: usize, last: usize, isFree: bool): i32 {
  for (let at = first; at < last; at += 1) {
    const byte = load<u8>(at)
    if (byte >= 0x80) {
      const length = longCharacter(at, last)
      if (length == 0) return notUtf8
      at += length - 1
    } else if (byte < 32 || byte == 127) {
      if (!isFree || (byte != 9 && byte != 10 && byte != 13)) return controlCharacter
    }
  }
  return noColumnProblem
}

/** Length in bytes of the non-ASCII character at `at`; 0 if it is not valid UTF-8. */
function longCharacter(at: usize, end: usize): u32 {
  const first = load<u8>(at)
  let length: u32 = 0
  if (first >= 0xc2) {
    if (first < 0xe0) length = 2
    else if (first < 0xf0) length = 3
    else if (first < 0xf5) length = 4
  }
  if (length == 0 || at + length > end || !isSecondByte(first, load<u8>(at, 1))) return 0
  for (let inner = at + 2; inner < at + length; inner += 1) {
    if ((load<u8>(inner) & 0xc0) != 0x80) return 0
  }
  return length
}

/** Whether the second byte is valid: no overlong form, no surrogate, nothing above U+10FFFF. */
function isSecondByte(first: u8, second: u8): bool {
  if (second < 0x80 || second > 0xbf) return false
  if (first == 0xe0) return second >= 0xa0
  if (first == 0xed) return second < 0xa0
  if (first == 0xf0) return second >= 0x90
  return first != 0xf4 || second < 0x90
}
