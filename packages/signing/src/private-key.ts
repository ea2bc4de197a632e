import { algorithm } from './algorithm.ts'
import { importKey } from './import-key.ts'
import type { KeyMaterial } from './key-material.ts'
import { loadPublicKey } from './public-key.ts'
import { refuseDamagedKey } from './rsa-key.ts'
import { signText } from './sign-text.ts'
import { verifyText } from './verify-text.ts'

async function loadPrivateKey(jwk: JsonWebKey): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])
  const signature = await signText(key, 'sign')
  const belongTogether = await verifyText(await loadPublicKey(jwk), 'sign', signature)
  return belongTogether ? key : refuseDamagedKey()
}

/**
 * Imports an RSA private key for RSASSA-PKCS1-v1_5 with SHA-256. The key can sign and cannot be
 * exported again.
 *
 * The modulus has 2048 to 4096 bits and the exponent is 65537. PKCS#1 ("BEGIN RSA PRIVATE KEY"), which
 * WebCrypto refuses, is wrapped into PKCS#8. One signature is made and verified, because some runtimes
 * import a damaged key without a word.
 *
 * @throws KeyError when the material is anything else; it names what it is and the way out
 * @see Specification 5.2
 */
export function importPrivateKey(material: KeyMaterial): Promise<CryptoKey> {
  return importKey(material, 'private key', loadPrivateKey)
}
