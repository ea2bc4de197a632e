const offsetSeconds = 7 * 60 * 60
const daySeconds = 24 * 60 * 60

/** The calendar day in Vietnam of an instant, as `YYYY-MM-DD`. */
export function dayOfTime(unixSeconds: number): string {
  return new Date((unixSeconds + offsetSeconds) * 1000).toISOString().slice(0, 10)
}

/** The time of day in Vietnam of an instant, as `HH:MM`. */
export function clockOfTime(unixSeconds: number): string {
  return new Date((unixSeconds + offsetSeconds) * 1000).toISOString().slice(11, 16)
}

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Adds a number of days, which may be negative, to a day. */
export function dayPlus(day: string, days: number): string {
  const seconds = Date.parse(`${day}T00:00:00Z`) / 1000 + days * daySeconds
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** A day as people in Vietnam write it: `01/09/2026`. */
export function writtenDay(day: string): string {
  return day.split('-').toReversed().join('/')
}
