import { columnProblem, type ColumnProblem } from './column-problem.ts'

const slash = 47
const colon = 58
const zero = 48

/** Two digits as a number; -1 when they are none. */
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

/** Checks a day of the calendar as DD/MM/YYYY. */
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

/** Checks a time of the day as HH:mm:ss, 00:00:00 to 23:59:59; it may be empty. */
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
