import { checkOptions } from '@merchant-edge/signing/options'
import {
  callbackSignedText,
  generateKeyPair,
  importPrivateKey,
  signText,
  type KeyMaterial,
  type WebCryptoKey,
} from '@merchant-edge/signing'
import type { UnsignedCallbackFields, SignedCallbackFields } from '@merchant-edge/contract/callback'
import type { RejectionReason } from './rejection.ts'

/** Ways to forge a callback, each with its expected rejection reason. */
export const forgeries = {
  /** Signed with a key that is not the service's. */
  otherKey: 'signature_mismatch',
  /** Another transaction under the signature of the genuine one. */
  otherTransaction: 'signature_mismatch',
  /** Another order under the signature of the genuine one. */
  otherOrder: 'signature_mismatch',
  /** A transaction id with a semicolon, under a signature that is right for the joined text. */
  semicolon: 'field_malformed',
  /** A second order_id in front of the signed one. */
  repeatedOrder: 'parameter_repeated',
  /** The parameter `signature` is missing. */
  unsigned: 'parameter_missing',
  /** A line break behind the right signature. */
  lineBreak: 'signature_not_base64',
  /** The right signature without its last bytes. */
  shortSignature: 'signature_length',
} as const satisfies Record<string, RejectionReason>

/** Name of a way to forge a callback. */
export type Forgery = keyof typeof forgeries

/** A payment callback to create and to sign as the service would, or to forge. */
export interface CallbackToSign {
  /** callback_url of the order; it may have a query of its own. */
  readonly url: string
  /** Private key that acts as the service's key. */
  readonly privateKey: WebCryptoKey | KeyMaterial
  readonly signed: SignedCallbackFields
  /** Unsigned parameters, in the order in which they are sent. */
  readonly unsignedFields?: UnsignedCallbackFields | undefined
  /** Leaves `+` in the signature unescaped, as some senders do. */
  readonly unescapedPlus?: boolean | undefined
  /** Forges the callback in this way. */
  readonly forgery?: Forgery | undefined
}

/**
 * Rejects what plain JavaScript passes by mistake. Above all a misspelt forgery, which would make a
 * genuine callback.
 *
 * @throws TypeError
 */
function checkCallback({ url, signed, forgery }: Partial<CallbackToSign>): void {
  if (typeof url !== 'string') throw new TypeError('url must be the address as text')
  if (signed === undefined) {
    throw new TypeError('signed must have order_id, pay_status and transaction_id')
  }
  if (forgery === undefined || Object.hasOwn(forgeries, forgery)) return
  throw new TypeError(`forgery must be one of ${Object.keys(forgeries).join(', ')}`)
}

async function signFields(callback: CallbackToSign): Promise<string> {
  const { signed, privateKey, forgery } = callback
  const material = forgery === 'otherKey' ? (await generateKeyPair()).privateKeyPem : privateKey
  const key = material instanceof CryptoKey ? material : await importPrivateKey(material)
  if (forgery !== 'semicolon') return signText(key, callbackSignedText(signed))
  return signText(key, `${signed.pay_status};${signed.transaction_id};x;${signed.order_id}`)
}

function signatureToSend(signature: string, forgery: Forgery | undefined): string {
  if (forgery === 'lineBreak') return `${signature}\n`
  return forgery === 'shortSignature' ? signature.slice(0, -4) : signature
}

/** The parameters as sent, including the forged one. */
function parametersOf(callback: CallbackToSign, signature: string): readonly [string, string][] {
  const { signed, unsignedFields = {}, forgery } = callback
  const spoilt: Partial<Record<Forgery, Partial<SignedCallbackFields>>> = {
    otherTransaction: { transaction_id: `${signed.transaction_id}0` },
    otherOrder: { order_id: `${signed.order_id}0` },
    semicolon: { transaction_id: `${signed.transaction_id};x` },
  }
  const sent = { ...signed, ...(forgery && spoilt[forgery]) }
  const parameters: [string, string | undefined][] = [
    ['order_id', forgery === 'repeatedOrder' ? `${signed.order_id}0` : undefined],
    ['order_id', sent.order_id],
    ['pay_status', sent.pay_status],
    ['transaction_id', sent.transaction_id],
    ['signature', forgery === 'unsigned' ? undefined : signatureToSend(signature, forgery)],
    ...Object.entries<string | undefined>({ ...unsignedFields }),
  ]
  return parameters.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

/**
 * Makes the URL of a payment callback as the service calls it: validly signed, or forged in one
 * way.
 *
 * @throws KeyError when the private key cannot be used
 * @throws TypeError naming a signed field that contains `;`, an unknown forgery, or a `url` that is
 *   not a text
 * @see Specification 6.1
 * @example
 * ```ts
 * import { verifyPaymentCallback } from '@merchant-edge/callback'
 * import { signedCallbackUrl } from '@merchant-edge/callback/testing'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem, publicKeyPem } = await generateKeyPair()
 * const signed = { order_id: '20260311T1', pay_status: 'SUCCESS', transaction_id: 'T1' }
 * const callback = { url: 'https://ipn.example/ipn', privateKey: privateKeyPem, signed }
 * const keys = [{ id: 'test', key: publicKeyPem }]
 *
 * const genuine = await verifyPaymentCallback(await signedCallbackUrl(callback), { keys })
 * if (!genuine.verified) throw new Error(genuine.cause)
 *
 * const forgedUrl = await signedCallbackUrl({ ...callback, forgery: 'otherOrder' })
 * const forged = await verifyPaymentCallback(forgedUrl, { keys })
 * if (forged.verified || forged.reason !== 'signature_mismatch') throw new Error('It was believed.')
 * ```
 */
export async function signedCallbackUrl(callback: CallbackToSign): Promise<string> {
  checkOptions('signedCallbackUrl', callback, {
    url: 'any',
    privateKey: 'any',
    signed: 'any',
    unsignedFields: 'object',
    unescapedPlus: 'boolean',
    forgery: 'any',
  })
  checkCallback(callback)
  const parameters = parametersOf(callback, await signFields(callback))
  const pairs = parameters.map(([name, value]) => {
    const escaped = encodeURIComponent(value)
    const isLeft = name === 'signature' && callback.unescapedPlus === true
    return `${name}=${isLeft ? escaped.replaceAll('%2B', '+') : escaped}`
  })
  return `${callback.url}${callback.url.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
