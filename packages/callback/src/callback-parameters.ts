import type { UnsignedCallbackFields, SignedCallbackFields } from '@merchant-edge/contract/callback'

/** Name of a parameter that the signature covers. */
export type SignedName = keyof SignedCallbackFields
/** Name of a parameter that nobody vouches for. */
export type UnsignedName = keyof UnsignedCallbackFields

/**
 * The forms of the signed fields, as the contract has them (a test compares the two). They are written
 * as plain patterns so that the verifier needs no schema library.
 *
 * No form lets a semicolon through: one signature would otherwise verify for several ways of cutting
 * the signed text apart.
 *
 * @see Specification 5.4
 */
export const signedForms: Readonly<Record<SignedName, RegExp>> = {
  order_id: /^\d{8}T\d{1,40}$/,
  pay_status: /^[\w-]{1,32}$/,
  transaction_id: /^[\w-]{1,64}$/,
}

export const signedNames = ['order_id', 'pay_status', 'transaction_id'] as const

/** @see Specification 6.1 */
export const unsignedNames = [
  'extra_data',
  'total_discount',
  'user_id',
  'point_amount',
  'vnd_amount',
] as const satisfies readonly UnsignedName[]
