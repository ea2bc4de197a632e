// Vietnam has had no daylight saving since 1975: it is always seven hours ahead of UTC.
const offsetSeconds = 7 * 60 * 60
const daySeconds = 24 * 60 * 60

/** The date in Vietnam at an instant, as `yyyymmdd`. */
export function vietnamDate(unixSeconds: number): string {
  return new Date((unixSeconds + offsetSeconds) * 1000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '')
}

/** The date in Vietnam some days after an instant, as `yyyy-MM-dd`. */
export function vietnamDay(unixSeconds: number, daysAfter: number): string {
  const instant = new Date((unixSeconds + offsetSeconds + daysAfter * daySeconds) * 1000)
  return instant.toISOString().slice(0, 10)
}

/**
 * The instant at which a time of day falls in Vietnam, some days after another instant.
 *
 * @param unixSeconds an instant of the day to start from
 * @param days days after that day
 * @param time time of day, `HH:MM:SS`
 */
export function vietnamTimeAfter(unixSeconds: number, days: number, time: string): number {
  const midnight =
    Math.floor((unixSeconds + offsetSeconds) / daySeconds) * daySeconds - offsetSeconds
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return midnight + days * daySeconds + hours * 3600 + minutes * 60 + seconds
}
