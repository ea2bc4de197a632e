import * as v from 'valibot'
import * as limits from '../limits.ts'

const { minPhoneDigits, maxPhoneDigits } = limits

/** A phone number in the form of the service: 10 or 11 digits, the first a 0. Assumes G-144. */
export const PhoneNumber = v.pipe(
  v.string('must be a string'),
  v.regex(
    new RegExp(`^0\\d{${minPhoneDigits - 1},${maxPhoneDigits - 1}}$`),
    `must be ${minPhoneDigits} or ${maxPhoneDigits} digits, the first a 0`,
  ),
)
