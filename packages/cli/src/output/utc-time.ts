/** Seconds beyond these are no date of the runtime. */
const maxSeconds = 8_640_000_000_000

/**
 * An instant in seconds since 1970 as a date, `2026-01-01T00:00:00Z`. What lies outside of the
 * calendar is shown as the number it is.
 */
export function utcTime(seconds: number): string {
  if (!(Math.abs(seconds) <= maxSeconds)) return String(seconds)
  return new Date(seconds * 1000).toISOString().replace('.000', '')
}
