import type { Language } from './language.ts'

const vnd = new Intl.NumberFormat('vi-VN', { style: 'currency', currency: 'VND' })
const locales: Readonly<Record<Language, string>> = { vi: 'vi-VN', en: 'en-GB' }

/** An amount of money as it is written in Vietnam: `120.000 ₫`. */
export function formatVnd(amountVnd: number): string {
  return vnd.format(amountVnd)
}

/** A number as the language writes it. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(locales[language]).format(value)
}

/** An instant in Vietnam time, to the minute: `20:09 21/11`. */
export function formatTime(unixSeconds: number, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    hour: '2-digit',
    minute: '2-digit',
    day: 'numeric',
    month: 'numeric',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(unixSeconds * 1000)
}

/** A duration as a clock shows it: `14:05`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
