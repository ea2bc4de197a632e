import type { Language } from './language.ts'

const vnd = new Intl.NumberFormat('vi-VN', { style: 'currency', currency: 'VND' })
const localeTags: Readonly<Record<Language, string>> = { vi: 'vi-VN', en: 'en-GB' }

/** Writes an amount of money, in whole VND, as it is written in Vietnam: `120.000 ₫`. */
export function formatVnd(amountVnd: number): string {
  return vnd.format(amountVnd)
}

/** Writes a number as the language does: 1234 is `1.234` in Vietnamese and `1,234` in English. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(localeTags[language]).format(value)
}

const toTheMinute = {
  hour: '2-digit',
  minute: '2-digit',
  day: 'numeric',
  month: 'numeric',
} as const
const toTheSecond = { dateStyle: 'short', timeStyle: 'medium' } as const

/**
 * Writes an instant in Vietnam time.
 *
 * @param unixSeconds seconds since 1970
 * @param precision `minute` leaves the year out, for what happens now: `20:09 21/11`; `second` is for a record
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
