import * as v from 'valibot'
import { ServiceOrderId, ServiceTransactionId } from '../fields/service-ids.ts'

/**
 * The three signed parameters of a payment callback. None of them can contain a semicolon;
 * otherwise the signed text could be split in several ways under one signature. Assumes G-125.
 *
 * @example
 * ```ts
 * import { signedCallbackFields } from '@merchant-edge/contract/callback'
 * import * as v from 'valibot'
 *
 * const fields = { pay_status: 'SUCCESS', transaction_id: 'TX-1', order_id: '20260302T1' }
 * if (!v.is(signedCallbackFields, fields)) throw new Error('These are well formed.')
 * if (v.is(signedCallbackFields, { ...fields, pay_status: 'A;B' })) throw new Error('";" separates.')
 * ```
 *
 * @see Specification 5.4
 */
export const signedCallbackFields = v.object({
  /** Payment status; only `SUCCESS` pays. Assumes G-08. */
  pay_status: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/)),
  /** Transaction id of the service. */
  transaction_id: ServiceTransactionId,
  /** Order id of the service, as returned when the order was created. */
  order_id: ServiceOrderId,
})

/**
 * The unsigned parameters of a payment callback, as text. Anybody could have changed them: they are
 * stored and shown, but never used for decisions about money. One that is repeated or cannot be
 * decoded is absent.
 *
 * @see Specification 6.1
 */
export const unsignedCallbackFields = v.object({
  /** Extra information of the order; may be empty. */
  extra_data: v.optional(v.string()),
  /** Total promotion value. */
  total_discount: v.optional(v.string()),
  /** Id of the paying user at the service. */
  user_id: v.optional(v.string()),
  /** Points paid. */
  point_amount: v.optional(v.string()),
  /** Wallet money paid. */
  vnd_amount: v.optional(v.string()),
})

type SignedFields = v.InferOutput<typeof signedCallbackFields>
type UnsignedFields = v.InferOutput<typeof unsignedCallbackFields>
/** The part of a payment callback that the signature covers. */
export interface SignedCallbackFields extends SignedFields {}
/** The part of a payment callback that the signature does not cover. */
export interface UnsignedCallbackFields extends UnsignedFields {}

/**
 * A payment callback whose signature is the service's, from the verifier up to the journal.
 *
 * @see Specification 5.4 and 6.1
 */
export interface VerifiedCallback {
  /** Id of the public key that verified it. */
  readonly keyId: string
  /**
   * The signed fields. They contain no time: the same callback verifies for ever, so deduplicate by
   * `order_id` and `transaction_id`.
   */
  readonly signed: SignedCallbackFields
  /**
   * The unsigned fields, as text. Store and show them; ask the service with a signed query before
   * money depends on them.
   */
  readonly unsignedFields: UnsignedCallbackFields
}
