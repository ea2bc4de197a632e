import * as v from 'valibot'

/**
 * An id that the service assigns to an order or a transaction; the same rule applies when it is
 * received and when it is sent back. With a semicolon the signed text could be split in several
 * ways under one signature; `.` and `..` would lead to another path. Assumes G-125.
 */
const serviceId = v.pipe(
  v.string('must be a string'),
  v.regex(
    /^(?!\.{1,2}$)[^;\s\p{Cc}\p{Cs}]{1,64}$/u,
    'must be 1 to 64 characters without a semicolon, a space or a control character',
  ),
)

/**
 * Order id of the service: `20200302T00100015912` in the specification, other forms elsewhere.
 * Assumes G-125.
 */
export const ServiceOrderId = serviceId

/** Transaction id of the service. Assumes G-125. */
export const ServiceTransactionId = serviceId

/**
 * Transaction id of the service in an answer; absent or empty where there is none. One pattern weighs
 * less in a bundle than a union with the empty text. Assumes G-125.
 */
export const ReceivedTransactionId = v.optional(
  v.nullable(v.pipe(v.string(), v.regex(/^(?:(?!\.{1,2}$)[^;\s\p{Cc}\p{Cs}]{1,64})?$/u))),
)
