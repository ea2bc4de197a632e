import { describe, expect, it } from 'vitest'
import { isPublicHoliday, publicHolidays } from './public-holidays.ts'

// Copied from calendars, not from the table that is tested: first day of Tet, and the day of the Hung Kings. 2004 and 2023
// have a second month 2, 2034 comes after a second month 11; in 1985, 2007 and 2030 China's new year
// falls on another day.
const known = [
  [2004, '2004-01-22', '2004-04-28'],
  [2007, '2007-02-17', '2007-04-26'],
  [2020, '2020-01-25', '2020-04-02'],
  [2023, '2023-01-22', '2023-04-29'],
  [2024, '2024-02-10', '2024-04-18'],
  [2025, '2025-01-29', '2025-04-07'],
  [2026, '2026-02-17', '2026-04-26'],
  [2027, '2027-02-06', '2027-04-16'],
  [2028, '2028-01-26', '2028-04-04'],
] as const

const tetOnly = [
  [1985, '1985-01-21'],
  [2029, '2029-02-13'],
  [2030, '2030-02-02'],
  [2034, '2034-02-19'],
] as const

describe('publicHolidays', () => {
  it.each(known)('has the days of Tet and of the Hung Kings in %i', (year, tet, hungKings) => {
    const holidays = publicHolidays(year)

    expect(holidays).toContain(tet)
    expect(holidays).toContain(hungKings)
    expect(holidays).toHaveLength(11)
  })

  it.each(tetOnly)('begins the lunar year %i on %s', (year, tet) => {
    const dayBefore = new Date(Date.parse(tet) - 86_400_000).toISOString().slice(0, 10)
    const twoBefore = new Date(Date.parse(tet) - 2 * 86_400_000).toISOString().slice(0, 10)

    const holidays = publicHolidays(year)

    expect(holidays).toEqual(expect.arrayContaining([dayBefore, tet]))
    expect(holidays).not.toContain(twoBefore)
  })

  it.each([1975, 2101])('has only the holidays on fixed days in %i', (year) => {
    expect(publicHolidays(year)).toEqual(
      ['01-01', '04-30', '05-01', '09-01', '09-02'].map((day) => `${year}-${day}`),
    )
  })

  it('lists all days of a year in order', () => {
    expect(publicHolidays(2026)).toEqual([
      '2026-01-01',
      '2026-02-16',
      '2026-02-17',
      '2026-02-18',
      '2026-02-19',
      '2026-02-20',
      '2026-04-26',
      '2026-04-30',
      '2026-05-01',
      '2026-09-01',
      '2026-09-02',
    ])
  })
})

describe('isPublicHoliday', () => {
  // Midnight in Vietnam is 17:00 UTC of the day before.
  it.each([
    ['2026-04-29T16:59:59Z', false],
    ['2026-04-29T17:00:00Z', true],
    ['2026-05-01T16:59:59Z', true],
    ['2026-05-01T17:00:00Z', false],
  ])('follows the date in Vietnam at %s', (instant, isHoliday) => {
    expect(isPublicHoliday(Date.parse(instant) / 1000, [])).toBe(isHoliday)
  })

  it('accepts further days', () => {
    const instant = Date.parse('2026-05-04T05:00:00Z') / 1000

    expect(isPublicHoliday(instant, [])).toBe(false)
    expect(isPublicHoliday(instant, ['2026-05-04'])).toBe(true)
  })
})
