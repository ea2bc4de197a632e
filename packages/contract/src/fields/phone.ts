import * as v from 'valibot'
import * as limits from '../limits.ts'

const { phoneDigitsMin, phoneDigitsMax } = limits

/** A phone number in the form of the service: 10 or 11 digits, the first a 0. Assumes G-144. */
export const PhoneNumber = v.pipe(
  v.string('must be a string'),
  v.regex(
    new RegExp(`^0\\d{${phoneDigitsMin - 1},${phoneDigitsMax - 1}}$`),
    `must be ${phoneDigitsMin} or ${phoneDigitsMax} digits, the first a 0`,
  ),
)
