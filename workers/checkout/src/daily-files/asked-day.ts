import * as v from 'valibot'
import { type ApiError, pathUnknown } from '../api/api-error.ts'

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isVietnamDay(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

const dayDemand = 'must be a day of the calendar as YYYY-MM-DD'

/** A day of Vietnam in a query. */
export const dayInQuery = v.pipe(v.string(dayDemand), v.check(isVietnamDay, dayDemand))

/** Error for an address without a valid calendar day. */
export const dayInvalid: ApiError = {
  reason: 'invalid_field',
  message: 'The day must be a day of the calendar as YYYY-MM-DD.',
  remedy: 'Ask for a day of Vietnam, such as 2026-01-31.',
  fields: ['day'],
}

/** Error for an unknown address below the daily files. */
export const filePathUnknown = pathUnknown(
  'Use /files/partner/{day}, /reconciliations, /reconciliations/{day} or /reconciliations/{day}/force.',
)
