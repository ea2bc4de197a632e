import * as v from 'valibot'
import { limits } from '../limits.ts'

/**
 * The merchant's own id of a payment or a refund. Printable ASCII only: what cannot be typed cannot be
 * told apart in a reconciliation file either.
 */
export const OrderReferenceId = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(
    limits.orderReferenceIdChars,
    `must have at most ${limits.orderReferenceIdChars} characters`,
  ),
  v.regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
)

/** Service order id as it is sent back: `20200302T00100015912`. */
export const ServiceOrderId = v.pipe(
  v.string('must be a string'),
  v.regex(/^\d{8}T\d{1,40}$/, 'must be 8 digits, the letter T, then digits'),
)

/** A code that the merchant web site issued: a store or a terminal. */
export const IssuedCode = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, 'must have at most 64 characters'),
)
