import { algorithm } from './algorithm.ts'
import { importKey } from './import-key.ts'
import type { KeyMaterial } from './key-material.ts'

/**
 * Imports the public half of either half.
 *
 * @param key the public half when it is imported already
 */
export async function loadPublicKey(
  { n = '', e = '' }: JsonWebKey,
  key?: CryptoKey,
): Promise<CryptoKey> {
  const jwk = { kty: 'RSA', n, e }
  return key ?? crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify'])
}

/**
 * Imports an RSA public key for RSASSA-PKCS1-v1_5 with SHA-256, usable to verify.
 *
 * The modulus has at least 2048 bits and the exponent is 65537: runtimes would take weaker keys.
 *
 * @throws KeyError when the material is anything else; it names what it is and the way out
 * @see Specification 5.4
 */
export function importPublicKey(material: KeyMaterial): Promise<CryptoKey> {
  return importKey(material, 'public key', loadPublicKey)
}
