const dayMs = 24 * 60 * 60 * 1000

/** Days since 1970 of a day as DD/MM/YYYY. */
export function dayNumber(date: string): number {
  return isoDayNumber(isoDay(date))
}

/** A day as DD/MM/YYYY in the form YYYY-MM-DD. */
export function isoDay(date: string): string {
  return `${date.slice(6)}-${date.slice(3, 5)}-${date.slice(0, 2)}`
}

/** Days since 1970 of a day as YYYY-MM-DD. */
export function isoDayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
}
