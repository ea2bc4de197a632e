import { SignOnError } from '../failure/sign-on-error.ts'

/**
 * Imports the private key of a client that signs assertions.
 *
 * @param key RSA key as PKCS #8 PEM, or a CryptoKey for RS256, which is given back
 * @throws SignOnError `key_unusable`
 */
export async function importPrivateKey(key: CryptoKey | string): Promise<CryptoKey> {
  if (typeof key !== 'string') return key
  try {
    const base64 = key.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const der = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    return await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  } catch {
    throw new SignOnError('key_unusable')
  }
}
