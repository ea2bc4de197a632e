import { algorithm } from './algorithm.ts'
import { readKeyMaterial, type KeyMaterial } from './key-material.ts'
import { signText } from './sign-text.ts'
import { requireStrength } from './strength.ts'
import { verifyText } from './verify-text.ts'
import { wrongKind } from './wrong-kinds.ts'

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
export async function importPrivateKey(material: KeyMaterial): Promise<CryptoKey> {
  const rsaKey = readKeyMaterial(material)
  if (rsaKey.pkcs8 === undefined) throw wrongKind('public')
  requireStrength(rsaKey)
  try {
    const { subtle } = crypto
    const [key, publicKey] = await Promise.all([
      subtle.importKey('pkcs8', rsaKey.pkcs8, algorithm, false, ['sign']),
      subtle.importKey('spki', rsaKey.spki, algorithm, false, ['verify']),
    ])
    if (await verifyText(publicKey, 'probe', await signText(key, 'probe'))) return key
  } catch {
    // The runtime's own message may quote the key, so it is not passed on.
  }
  throw wrongKind('broken')
}
