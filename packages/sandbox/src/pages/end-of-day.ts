/**
 * The last second of a day in Vietnam.
 *
 * @param date `yyyy-mm-dd`, as a form's date field sends it
 * @returns unix seconds, or `undefined` when there is no such day
 */
export function endOfDay(date: string): number | undefined {
  const end = Date.parse(`${date}T23:59:59+07:00`)
  return Number.isNaN(end) ? undefined : Math.floor(end / 1000)
}
