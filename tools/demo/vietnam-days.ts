const hourMs = 3_600_000
const dayMs = 24 * hourMs
const offsetMs = 7 * hourMs

/** The day of Vietnam at an instant, `YYYY-MM-DD`. */
export function vietnamDayAt(timeMs: number): string {
  return new Date(timeMs + offsetMs).toISOString().slice(0, 10)
}

/** The hour of a day of Vietnam at an instant, 0 to 23. */
export function vietnamHourAt(timeMs: number): number {
  return new Date(timeMs + offsetMs).getUTCHours()
}

/**
 * Start of the day in Vietnam that is a number of days before the day of an instant, in
 * milliseconds since 1970.
 */
export function vietnamMidnight(timeMs: number, daysAgo: number): number {
  return Math.floor((timeMs + offsetMs) / dayMs) * dayMs - offsetMs - daysAgo * dayMs
}
