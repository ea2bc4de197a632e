import { algorithm } from './algorithm.ts'

/**
 * Signs a text, encoded as UTF-8, with RSASSA-PKCS1-v1_5 and SHA-256.
 *
 * @param key from `importPrivateKey`
 * @returns the signature in standard base64
 * @throws TypeError when the text has a lone surrogate, which UTF-8 cannot express
 * @see Specification 5.2
 */
export async function signText(key: CryptoKey, text: string): Promise<string> {
  if (!text.isWellFormed()) throw new TypeError('text must be well-formed')
  const signature = await crypto.subtle.sign(algorithm.name, key, new TextEncoder().encode(text))
  // Short enough for the arguments of one call, which is three times as fast as byte after byte.
  return btoa(Reflect.apply(String.fromCharCode, 0, new Uint8Array(signature)))
}
