import * as v from 'valibot'
import * as limits from '../limits.ts'
import { maxCharacters } from './max-characters.ts'

/**
 * An id chosen by the merchant. Only its length is restricted, not its alphabet, except for
 * characters that a line of a daily file or an address cannot contain. An id in a signed text must
 * not contain the separator; the signer checks this. Assumes G-133.
 */
// @__NO_SIDE_EFFECTS__
export function merchantChosenId(maxChars: number) {
  return v.pipe(
    v.string('must be a string'),
    v.minLength(1, 'must not be empty'),
    maxCharacters(maxChars),
    v.regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be without control characters'),
  )
}

/** The merchant's own id of a payment or a refund, at most 35 characters. */
export const OrderReferenceId = merchantChosenId(limits.orderReferenceIdChars)

/** A code issued by the merchant web site: of a store or a terminal. Assumes G-175. */
export const IssuedCode = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  maxCharacters(64),
)

/**
 * An id whose length the specification leaves open, at most 255 characters: an order or an invoice
 * of the merchant, a customer, a serial, a link. Assumes G-133.
 */
export const OpenId = merchantChosenId(255)

/** A token that the service issued; a secret. */
export const ServiceToken = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
)
