import type { KeyMaterial, RsaJwk } from './keys/key-material.ts'
import { jwkOf, publicJwkOf } from './keys/rsa-key.ts'
import { algorithm, signText, verifyText } from './text-signature.ts'
import { readUsableKey } from './keys/usable-key.ts'
import { wrongKey } from './keys/wrong-key.ts'
import type { WebCryptoKey } from './keys/web-crypto-key.ts'

async function importJwk(jwk: RsaJwk, usage: 'sign' | 'verify'): Promise<WebCryptoKey> {
  try {
    return await crypto.subtle.importKey('jwk', jwk, algorithm, usage === 'verify', [usage])
  } catch {
    throw wrongKey('damagedRsa')
  }
}

/** Whether signatures of the key are verified by its own public half. */
async function signsRightly(privateKey: WebCryptoKey, publicKey: WebCryptoKey): Promise<boolean> {
  try {
    return await verifyText(publicKey, 'sign', await signText(privateKey, 'sign'))
  } catch {
    return false
  }
}

/**
 * Imports an RSA private key for RSASSA-PKCS1-v1_5 with SHA-256. The key can only sign and is not
 * extractable. Import it once and reuse it.
 *
 * The modulus has 2048 to 4096 bits and the exponent is 65537. One signature is made and verified,
 * because some runtimes import a damaged key without an error.
 *
 * @throws KeyError when the material is anything else; it names what it is and the way out
 * @see Specification 5.2
 * @example
 * ```ts
 * import { generateKeyPair, importPrivateKey, KeyError, signText } from '@merchant-edge/signing'
 *
 * const { privateKeyPem, publicKeyPem } = await generateKeyPair()
 * const key = await importPrivateKey(privateKeyPem)
 * export const signature = await signText(key, 'SUCCESS;T1;20260311T1')
 *
 * try {
 *   await importPrivateKey(publicKeyPem)
 * } catch (error) {
 *   if (!(error instanceof KeyError) || error.found !== 'a public key') throw error
 * }
 * ```
 */
export async function importPrivateKey(material: KeyMaterial): Promise<WebCryptoKey> {
  const key = readUsableKey(material, 'private key')
  const privateKey = await importJwk(jwkOf(key), 'sign')
  const publicKey = await importJwk(publicJwkOf(key), 'verify')
  if (!(await signsRightly(privateKey, publicKey))) throw wrongKey('damagedRsa')
  return privateKey
}

/**
 * Imports an RSA public key for RSASSA-PKCS1-v1_5 with SHA-256, usable to verify.
 *
 * The modulus has 2048 to 4096 bits and the exponent is 65537: runtimes would take weaker keys, and
 * longer ones that they cannot verify with. Assumes G-160.
 *
 * @throws KeyError when the material is anything else; it names what it is and the way out
 * @see Specification 5.4
 * @example
 * ```ts
 * import { generateKeyPair, importPublicKey } from '@merchant-edge/signing'
 *
 * const { publicKeyPem } = await generateKeyPair()
 * // As a secret is often pasted: on one line, in quotes.
 * const onOneLine = JSON.stringify(publicKeyPem)
 *
 * const key = await importPublicKey(onOneLine)
 * if (!key.usages.includes('verify')) throw new Error('The key cannot verify.')
 * ```
 */
export async function importPublicKey(material: KeyMaterial): Promise<WebCryptoKey> {
  return importJwk(publicJwkOf(readUsableKey(material, 'public key')), 'verify')
}
