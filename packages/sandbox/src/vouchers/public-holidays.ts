import { vietnamDay } from '../clock/vietnam-time.ts'
import { lunarHolidays } from './lunar-holidays.ts'

/** Holidays on fixed days, `mm-dd`. National Day includes the day before it. */
const solarHolidays = ['01-01', '04-30', '05-01', '09-01', '09-02'] as const

/** Days off around the first day of the lunar year: its eve and its first four days. */
const tetDays = [-1, 0, 1, 2, 3] as const

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

function lunarHolidaysOf(year: number): readonly string[] {
  const known = lunarHolidays[year]
  if (known === undefined) return []
  const [tet, hungKings] = known
  return [...tetDays.map((days) => daysAfter(`${year}-${tet}`, days)), `${year}-${hungKings}`]
}

/**
 * Public holidays of a year in Vietnam, `yyyy-mm-dd`, in order: eleven days from 1976 to 2100, only
 * the five on fixed days in other years. Assumes G-62.
 */
export function publicHolidays(year: number): readonly string[] {
  const solar = solarHolidays.map((day) => `${year}-${day}`)
  return [...solar, ...lunarHolidaysOf(year)].toSorted()
}

/**
 * Whether an instant falls on a public holiday in Vietnam.
 *
 * @param unixSeconds the instant, in unix seconds
 * @param extra further holidays, `yyyy-mm-dd`
 */
export function isPublicHoliday(unixSeconds: number, extra: readonly string[]): boolean {
  const date = vietnamDay(unixSeconds, 0)
  return extra.includes(date) || publicHolidays(Number(date.slice(0, 4))).includes(date)
}
