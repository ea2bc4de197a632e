import { vietnamDay } from '../clock/vietnam-time.ts'

/** A day of Vietnam. Instants are unix seconds. Assumes G-173. */
export interface VietnamDay {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly start: number
  /** First second after the day. */
  readonly end: number
  /** When the tick closes the day, in unix seconds: 00:30 of the next day. */
  readonly closesAt: number
}

const daySeconds = 24 * 60 * 60
const closeDelaySeconds = 30 * 60
const offsetSeconds = 7 * 60 * 60

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(instant) &&
    new Date(instant).toISOString().startsWith(text)
  )
}

/** @param day `YYYY-MM-DD`, a day of the calendar */
export function vietnamDayOf(day: string): VietnamDay {
  const start = Math.floor(Date.parse(`${day}T00:00:00+07:00`) / 1000)
  const end = start + daySeconds
  return { day, start, end, closesAt: end + closeDelaySeconds }
}

/** The latest day that is due to be closed. */
export function lastDueDay(nowSeconds: number): string {
  return vietnamDay(nowSeconds - closeDelaySeconds, -1)
}

/** The day after a day, both `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return vietnamDay(vietnamDayOf(day).start, 1)
}

/** Date and time in Vietnam as the daily files write them: `DD/MM/YYYY` and `HH:mm:ss`. */
export function fileDateTime(unixSeconds: number): {
  readonly date: string
  readonly time: string
} {
  const [day = '', rest = ''] = new Date((unixSeconds + offsetSeconds) * 1000)
    .toISOString()
    .split('T')
  return { date: day.split('-').toReversed().join('/'), time: rest.slice(0, 8) }
}
