import { decodeBase64 } from './base64.ts'
import { assertUsableCryptoKey } from './keys/usable-crypto-key.ts'
import type { WebCryptoKey } from './keys/web-crypto-key.ts'

/**
 * The one algorithm of the service, fixed here so that no input can choose another.
 *
 * @see Specification 5.2
 */
export const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

/**
 * Refuses a value that is not a text; plain JavaScript may pass anything.
 *
 * @throws TypeError when it is not a text
 */
function checkIsText(text: unknown): void {
  if (typeof text !== 'string') throw new TypeError('text must be a text')
}

/**
 * Signs a text, encoded as UTF-8, with RSASSA-PKCS1-v1_5 and SHA-256.
 *
 * @param key from `importPrivateKey`
 * @returns the signature in standard base64
 * @throws KeyError when the key is for another use or algorithm
 * @throws TypeError when the text is not a text, or has a lone surrogate, which UTF-8 cannot
 *   express
 * @see Specification 5.2
 */
export async function signText(key: WebCryptoKey, text: string): Promise<string> {
  assertUsableCryptoKey(key, 'private key')
  checkIsText(text)
  if (!text.isWellFormed()) throw new TypeError('text must be well-formed')
  const signature = await crypto.subtle.sign(algorithm.name, key, new TextEncoder().encode(text))
  // A signature has at most 512 bytes: few enough for the arguments of one call, which is three
  // times as fast as byte by byte.
  return btoa(Reflect.apply(String.fromCharCode, undefined, new Uint8Array(signature)))
}

/**
 * Verifies a signature in strict base64 of this text with this key.
 *
 * @param key from `importPublicKey`
 * @returns `false` also for a signature that is not canonical base64, and for a text with a lone
 *   surrogate, which cannot be signed
 * @throws KeyError when the key is for another use or algorithm
 * @throws TypeError when the text is not a text
 * @see Specification 5.2
 * @example
 * ```ts
 * import {
 *   generateKeyPair,
 *   importPrivateKey,
 *   importPublicKey,
 *   signText,
 *   verifyText,
 * } from '@merchant-edge/signing'
 *
 * const { privateKeyPem, publicKeyPem } = await generateKeyPair()
 * const signature = await signText(await importPrivateKey(privateKeyPem), 'SUCCESS;T1;20260311T1')
 *
 * const publicKey = await importPublicKey(publicKeyPem)
 * const isGenuine = await verifyText(publicKey, 'SUCCESS;T1;20260311T1', signature)
 * const isForged = !(await verifyText(publicKey, 'SUCCESS;T2;20260311T1', signature))
 * if (!isGenuine || !isForged) throw new Error('The signature proves nothing.')
 * ```
 */
export async function verifyText(
  key: WebCryptoKey,
  text: string,
  signature: string,
): Promise<boolean> {
  assertUsableCryptoKey(key, 'public key')
  checkIsText(text)
  const bytes = text.isWellFormed() ? decodeBase64(signature) : undefined
  if (bytes === undefined) return false
  return crypto.subtle.verify(algorithm.name, key, bytes, new TextEncoder().encode(text))
}
