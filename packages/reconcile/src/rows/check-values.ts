import type { FieldBytes } from '../csv/fields.ts'
import { quote, zero } from '../csv/character-codes.ts'

/**
 * The problem of the value of a column; 0 for none. The codes continue those of `recordProblem`.
 */
export const columnProblem = {
  none: 0,
  missing: 20,
  tooManyCharacters: 21,
  controlCharacter: 22,
  notUtf8: 23,
  notNumber: 24,
  outOfRange: 25,
  notListed: 26,
  notDate: 27,
  notTime: 28,
  notHex: 29,
} as const

/** One of the problems of {@link columnProblem}. */
export type ColumnProblem = (typeof columnProblem)[keyof typeof columnProblem]

const slash = 47
const colon = 58

/** Two digits as a number; -1 when they are not digits. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const high = (bytes[at] ?? 0) - zero
  const low = (bytes[at + 1] ?? 0) - zero
  return high < 0 || high > 9 || low < 0 || low > 9 ? -1 : high * 10 + low
}

function daysInMonth(month: number, year: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Checks a date as DD/MM/YYYY that exists in the calendar. */
export function checkDate(bytes: Uint8Array, start: number, end: number): ColumnProblem {
  if (start === end) return columnProblem.missing
  const day = twoDigits(bytes, start)
  const month = twoDigits(bytes, start + 3)
  const century = twoDigits(bytes, start + 6)
  const yearOfCentury = twoDigits(bytes, start + 8)
  const isDate =
    end - start === 10 &&
    bytes[start + 2] === slash &&
    bytes[start + 5] === slash &&
    century > 0 &&
    yearOfCentury >= 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(month, century * 100 + yearOfCentury)
  return isDate ? columnProblem.none : columnProblem.notDate
}

/** Checks a time as HH:mm:ss, 00:00:00 to 23:59:59; it may be empty. */
export function checkTime(bytes: Uint8Array, start: number, end: number): ColumnProblem {
  if (start === end) return columnProblem.none
  const hours = twoDigits(bytes, start)
  const minutes = twoDigits(bytes, start + 3)
  const seconds = twoDigits(bytes, start + 6)
  const isTime =
    end - start === 8 &&
    bytes[start + 2] === colon &&
    bytes[start + 5] === colon &&
    hours >= 0 &&
    hours < 24 &&
    minutes >= 0 &&
    minutes < 60 &&
    seconds >= 0 &&
    seconds < 60
  return isTime ? columnProblem.none : columnProblem.notTime
}

/** Length in bytes of the UTF-8 character with this first byte; 0 when no character begins so. */
function characterBytes(first: number): number {
  if (first < 0xc2) return 0
  if (first < 0xe0) return 2
  if (first < 0xf0) return 3
  return first < 0xf5 ? 4 : 0
}

/** Whether the second byte is valid: no overlong form, no surrogate, nothing above U+10FFFF. */
function isSecondByte(first: number, second: number): boolean {
  if (second < 0x80 || second > 0xbf) return false
  if (first === 0xe0) return second >= 0xa0
  if (first === 0xed) return second < 0xa0
  if (first === 0xf0) return second >= 0x90
  return first !== 0xf4 || second < 0x90
}

/** Length in bytes of the character at `at`, which is not ASCII; 0 when it is not valid UTF-8. */
function longCharacter(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] ?? 0
  const length = characterBytes(first)
  if (length < 2 || at + length > end || !isSecondByte(first, bytes[at + 1] ?? 0)) return 0
  for (let inner = at + 2; inner < at + length; inner += 1) {
    if (((bytes[inner] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

/** Which texts a column accepts, by length and characters. */
export interface TextRule {
  readonly required: boolean
  readonly maxChars: number
  /** Whether line breaks and tabs are allowed. */
  readonly isFree: boolean
}

/** Checks a text of printable ASCII, by its length alone. */
export function checkPlainText({ required, maxChars }: TextRule, length: number): ColumnProblem {
  if (length > maxChars) return columnProblem.tooManyCharacters
  return length === 0 && required ? columnProblem.missing : columnProblem.none
}

/**
 * Checks a text: valid UTF-8, length in characters (code points), no control characters. In a
 * quoted field two quotes count as one character.
 */
export function checkText(
  { required, maxChars, isFree }: TextRule,
  { bytes, start, end }: FieldBytes,
): ColumnProblem {
  const isQuoted = bytes[start] === quote && end > start
  const first = isQuoted ? start + 1 : start
  const last = isQuoted ? end - 1 : end
  if (first >= last) return required ? columnProblem.missing : columnProblem.none
  let characters = last - first
  for (let at = first; at < last; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte >= 32 && byte < 127) continue
    if (byte >= 0x80) {
      const length = longCharacter(bytes, at, last)
      if (length === 0) return columnProblem.notUtf8
      characters -= length - 1
      at += length - 1
    } else if (!isFree || (byte !== 9 && byte !== 10 && byte !== 13)) {
      return columnProblem.controlCharacter
    }
  }
  if (isQuoted && characters > maxChars) characters -= quotes(bytes, first, last) / 2
  return characters > maxChars ? columnProblem.tooManyCharacters : columnProblem.none
}

function quotes(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) if (bytes[at] === quote) count += 1
  return count
}
