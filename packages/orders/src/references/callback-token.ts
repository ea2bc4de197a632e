import { encodeBase64Url } from '@merchant-edge/signing/base64'
import { checkArguments } from '@merchant-edge/signing/options'
import { hmacSha256 } from '../bytes/hmac-sha256.ts'

/** The data that the token in a callback's path authenticates. */
export interface CallbackBinding {
  /** `order_reference_id` of the attempt. */
  readonly reference: string
  /** Price of the order in whole VND. */
  readonly amountVnd: number
}

/**
 * Binding of a sample token, by which two Workers check that they have the same secret; no order
 * has this reference.
 */
export const sampleBinding: CallbackBinding = { reference: 'sample', amountVnd: 1 }

const tagBytes = 16
const tokenShape = /^([1-9]\d{0,15})\.([A-Za-z0-9_-]{22})$/

async function tagOf(secret: string, binding: CallbackBinding): Promise<string> {
  const text = `${binding.reference}:${binding.amountVnd}`
  const mac = await hmacSha256(secret, text)
  return encodeBase64Url(mac.subarray(0, tagBytes))
}

/**
 * The token in the path of a callback address: the amount, and an HMAC-SHA256 over reference and
 * amount, truncated to 128 bits. It contains our amount, and a forged callback can be rejected
 * without reading the database.
 *
 * @example
 * ```ts
 * import { callbackToken, readCallbackToken } from '@merchant-edge/orders/callbacks'
 *
 * const secret = 'a secret of at least 16 characters'
 * const token = await callbackToken(secret, { reference: 'order-1-k3v9', amountVnd: 125_000 })
 *
 * const amountVnd = await readCallbackToken(secret, 'order-1-k3v9', token)
 * if (amountVnd !== 125_000) throw new Error('The token must carry the amount.')
 * ```
 */
export async function callbackToken(secret: string, binding: CallbackBinding): Promise<string> {
  checkArguments('callbackToken', { binding }, { secret })
  return `${binding.amountVnd}.${await tagOf(secret, binding)}`
}

/**
 * Checks the token of a callback's path in constant time.
 *
 * @returns the amount of the order in VND, or `undefined` when the token is not valid for this
 *   reference
 */
export async function readCallbackToken(
  secret: string,
  reference: string,
  token: string,
): Promise<number | undefined> {
  checkArguments('readCallbackToken', {}, { secret })
  const [, amount, tag] = tokenShape.exec(token) ?? []
  if (amount === undefined || tag === undefined) return undefined
  const amountVnd = Number(amount)
  if (!Number.isSafeInteger(amountVnd)) return undefined
  const expected = await tagOf(secret, { reference, amountVnd })
  // Compared as text, because a tag has exactly one text form; both have the required 22
  // characters.
  let difference = tag.length ^ expected.length
  for (let at = 0; at < expected.length; at += 1) {
    difference |= tag.charCodeAt(at) ^ expected.charCodeAt(at)
  }
  return difference === 0 ? amountVnd : undefined
}
