import { algorithm } from './algorithm.ts'
import { decodeBase64 } from './base64.ts'

/**
 * Tells whether a signature in strict base64 is the one of this text under this key.
 *
 * @param key from `importPublicKey`
 * @returns `false` also for a signature that is not canonical base64, and for a text with a lone
 *   surrogate, which nobody can have signed
 * @see Specification 5.2
 */
export async function verifyText(
  key: CryptoKey,
  text: string,
  signature: string,
): Promise<boolean> {
  const bytes = text.isWellFormed() && decodeBase64(signature)
  if (!bytes) return false
  return crypto.subtle.verify(algorithm.name, key, bytes, new TextEncoder().encode(text))
}
