const offsetMs = 7 * 60 * 60_000
const dayMs = 24 * 60 * 60_000

/** A day of Vietnam as an interval of instants. Assumes G-173. */
export interface VietnamDay {
  /** The date, `YYYY-MM-DD`. */
  readonly day: string
  readonly startMs: number
  /** First millisecond after the day (exclusive end). */
  readonly endMs: number
}

/** The calendar day in Vietnam of an instant, as `YYYY-MM-DD`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs + offsetMs).toISOString().slice(0, 10)
}

/**
 * Reads a day.
 *
 * @throws TypeError when the text is not a calendar day as `YYYY-MM-DD`
 */
export function vietnamDay(day: string): VietnamDay {
  const startMs = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00+07:00`) : Number.NaN
  if (Number.isNaN(startMs) || dayOf(startMs) !== day) {
    throw new TypeError("The file's day must be a day of the calendar as YYYY-MM-DD.")
  }
  return { day, startMs, endMs: startMs + dayMs }
}

/** Parses a day that the daily files write as `DD/MM/YYYY`; `undefined` when it is invalid. */
export function dayOfFileDate(date: string): VietnamDay | undefined {
  const day = date.split('/').toReversed().join('-')
  try {
    return vietnamDay(day)
  } catch {
    return undefined
  }
}

/**
 * Parses a date `DD/MM/YYYY` and time `HH:mm:ss` of the daily files, in milliseconds since 1970;
 * without a time the beginning of the day, without a valid day `undefined`.
 */
export function instantOfFile({
  date,
  time,
}: {
  readonly date: string
  readonly time: string
}): number | undefined {
  const day = dayOfFileDate(date)
  if (day === undefined) return undefined
  const instantMs = Date.parse(`${day.day}T${time}+07:00`)
  return Number.isNaN(instantMs) ? day.startMs : instantMs
}

/** Adds a number of days, which may be negative, to a day. */
export function dayPlus(day: string, days: number): string {
  return dayOf(vietnamDay(day).startMs + days * dayMs)
}

/**
 * Date and time in Vietnam as the daily files write them: `DD/MM/YYYY` and `HH:mm:ss`.
 *
 * @see Specification 2.18
 */
export function fileDateTime(timeMs: number): { readonly date: string; readonly time: string } {
  const [day = '', time = ''] = new Date(timeMs + offsetMs).toISOString().split('T')
  return { date: day.split('-').toReversed().join('/'), time: time.slice(0, 8) }
}

/**
 * A time named by the service is accepted when it is at most this long before the moment at which
 * the order store learned it.
 */
const serviceTimeWithinMs = 48 * 60 * 60_000
/**
 * How far the service's clock may be ahead of ours. The service dates its own row by its clock,
 * also across midnight.
 */
const serviceAheadMs = 5 * 60_000

/**
 * When the service booked a transaction, if the time that it names is plausible; else when the
 * order store learned of the transaction.
 *
 * @param serviceTime seconds since 1970; absent when the service names no time
 * @param atMs when the order store learned of it, in milliseconds since 1970
 * @returns milliseconds since 1970
 */
export function bookedAtMs(serviceTime: number | null | undefined, atMs: number): number {
  const serviceMs = (serviceTime ?? 0) * 1000
  const isLikely = serviceMs <= atMs + serviceAheadMs && serviceMs > atMs - serviceTimeWithinMs
  return isLikely ? serviceMs : atMs
}

const afterMidnightMs = 45 * 60_000

/**
 * When the journal of a day is guaranteed to be complete, in milliseconds since 1970: 00:45 of the
 * next day, Vietnam time.
 */
export function readyAtMs({ endMs }: VietnamDay): number {
  return endMs + afterMidnightMs
}
