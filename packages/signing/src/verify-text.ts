import { algorithm } from './algorithm.ts'
import { decodeBase64 } from './base64.ts'
import { encodeText } from './encode-text.ts'

/**
 * Tells whether a signature in strict base64 is the one of this text under this key.
 *
 * @param key from `importPublicKey`
 * @returns `false` also for a signature that is not canonical base64, and for a text with a lone
 *   surrogate, which nobody can have signed
 * @see Specification 5.2
 */
export function verifyText(key: CryptoKey, text: string, signature: string): Promise<boolean> {
  const signatureBytes = decodeBase64(signature)
  const bytes = encodeText(text)
  if (!signatureBytes || !bytes) return Promise.resolve(false)
  return crypto.subtle.verify(algorithm.name, key, signatureBytes, bytes)
}
