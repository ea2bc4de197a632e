import * as v from 'valibot'
import * as limits from '../limits.ts'

/**
 * An id that the merchant chooses. Its length is the rule, not an alphabet; only what no line of a daily
 * file and no address can hold is refused. What stands in a signed text must be without its separator,
 * which the signer checks. Assumes G-133.
 */
// @__NO_SIDE_EFFECTS__
export function merchantChosenId(maxChars: number) {
  return v.pipe(
    v.string('must be a string'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(maxChars, `must have at most ${maxChars} characters`),
    v.regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be without control characters'),
  )
}

/** The merchant's own id of a payment or a refund, at most 35 characters. */
export const OrderReferenceId = merchantChosenId(limits.orderReferenceIdChars)

/** A code that the merchant web site issued: a store or a terminal. */
export const IssuedCode = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, 'must have at most 64 characters'),
)

/**
 * An id whose length the specification leaves open, at most 255 characters: an order or an invoice of the
 * merchant, a customer, a serial, a link. Assumes G-133.
 */
export const OpenId = merchantChosenId(255)

/** A token that the service issued; a secret. */
export const ServiceToken = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
)
