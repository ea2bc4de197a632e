import * as v from 'valibot'

/**
 * An id that the service gives to an order or to a transaction, the same whether it is received or sent
 * back. A semicolon would let one signature verify for several ways of cutting the signed text apart; `.`
 * and `..` would lead to another path. Assumes G-125.
 */
const serviceId = v.pipe(
  v.string('must be a string'),
  v.regex(
    /^(?!\.{1,2}$)[^;\s\p{Cc}\p{Cs}]{1,64}$/u,
    'must be 1 to 64 characters without a semicolon, a space or a control character',
  ),
)

/** Order id of the service: `20200302T00100015912` in the specification, other forms elsewhere. Assumes G-125. */
export const ServiceOrderId = serviceId

/** Transaction id of the service. Assumes G-125. */
export const ServiceTransactionId = serviceId

/** Transaction id of the service in an answer; absent or empty where there is none. Assumes G-125. */
export const ReceivedTransactionId = v.optional(
  v.nullable(v.union([v.literal(''), ServiceTransactionId])),
)
