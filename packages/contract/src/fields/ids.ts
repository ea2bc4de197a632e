import * as v from 'valibot'
import * as limits from '../limits.ts'

/** An id that the merchant chooses: printable ASCII without spaces, at most so many characters. */
// @__NO_SIDE_EFFECTS__
export function merchantChosenId(maxChars: number) {
  return v.pipe(
    v.string('must be a string'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(maxChars, `must have at most ${maxChars} characters`),
    v.regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
  )
}

/**
 * The merchant's own id of a payment or a refund. Printable ASCII only: what cannot be typed cannot be
 * told apart in a reconciliation file either.
 */
export const OrderReferenceId = merchantChosenId(limits.orderReferenceIdChars)

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

/** An id whose length the specification leaves open, at most 255 characters: a merchant's order, a serial, a link. */
export const OpenId = merchantChosenId(255)

/** An id out of another system, such as an invoice or a customer, whose form the specification leaves open. */
export const UnrestrictedId = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(255, 'must have at most 255 characters'),
)

/** A token that the service issued; a secret. */
export const ServiceToken = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
)
