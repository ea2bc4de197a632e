import { vietnamDay } from '../clock/vietnam-time.ts'
import { lunarMonthStart } from './lunar-month-start.ts'

/** Holidays on fixed days, `mm-dd`. National Day takes the day before it along. */
const solarHolidays = ['01-01', '04-30', '05-01', '09-01', '09-02'] as const

/** Holidays of the lunar calendar; day 0 is the eve of the month. */
const lunarHolidays = [
  { month: 1, days: [0, 1, 2, 3, 4] },
  { month: 3, days: [10] },
] as const

function dateOf(daysSince1970: number): string {
  return new Date(daysSince1970 * 86_400_000).toISOString().slice(0, 10)
}

/** Public holidays of a year in Vietnam, `yyyy-mm-dd`, in order: eleven days. Assumes G-62. */
export function publicHolidays(year: number): readonly string[] {
  const lunar = lunarHolidays.flatMap(({ month, days }) => {
    const start = lunarMonthStart(year, month)
    return days.map((day) => dateOf(start + day - 1))
  })
  return [...solarHolidays.map((day) => `${year}-${day}`), ...lunar].toSorted()
}

/**
 * Whether an instant falls on a public holiday in Vietnam.
 *
 * @param extra further holidays, `yyyy-mm-dd`
 */
export function isPublicHoliday(unixSeconds: number, extra: readonly string[]): boolean {
  const date = vietnamDay(unixSeconds, 0)
  return extra.includes(date) || publicHolidays(Number(date.slice(0, 4))).includes(date)
}
