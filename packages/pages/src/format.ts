import type { Language } from './language.ts'

const localeTags: Readonly<Record<Language, string>> = { vi: 'vi-VN', en: 'en-GB' }

/**
 * Formats a number in the style of the language: 1234 is `1.234` in Vietnamese and `1,234` in
 * English.
 */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(localeTags[language]).format(value)
}

/** Formats a masked phone number for display: `*******002` as `••• 002`. */
export function formatMaskedPhone(masked: string): string {
  return masked.replace(/^\*+/, '•••\u00a0')
}

/**
 * Writes an amount of money, in whole VND, as the language does: `120.000 ₫` in Vietnamese,
 * `120,000 ₫` in English.
 */
export function formatVnd(amountVnd: number, language: Language): string {
  return `${formatNumber(amountVnd, language)}\u00a0₫`
}

/**
 * Writes a day: 2027-11-23 is `23/11/2027` in both languages of the pages.
 *
 * @param day `YYYY-MM-DD`; any other text is written as it is
 */
export function formatDay(day: string, language: Language): string {
  const milliseconds = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  if (Number.isNaN(milliseconds)) return day
  return new Intl.DateTimeFormat(localeTags[language], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(milliseconds)
}

const toTheMinute = {
  hour: '2-digit',
  minute: '2-digit',
  day: 'numeric',
  month: 'numeric',
} as const
/** All digits of the year: the short date of Vietnamese, 2/1/27, can be read in three ways. */
const toTheSecond = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
} as const

/**
 * Writes an instant in Vietnam time.
 *
 * @param unixSeconds seconds since 1970
 * @param precision `minute` leaves the year out, for what happens now: `20:09 21/11`; `second` is
 *   for a record
 */
export function formatTime(
  unixSeconds: number,
  language: Language,
  precision: 'minute' | 'second',
): string {
  return new Intl.DateTimeFormat(localeTags[language], {
    ...(precision === 'minute' ? toTheMinute : toTheSecond),
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(unixSeconds * 1000)
}
