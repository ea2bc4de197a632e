const offsetMs = 7 * 60 * 60_000

/**
 * The date and time in Vietnam of an instant, `YYYY-MM-DDTHH:MM`. Vietnam has no daylight saving
 * time.
 */
export function vietnamTime(atMs: number): string {
  return new Date(atMs + offsetMs).toISOString().slice(0, 16)
}
