import { algorithm } from './algorithm.ts'
import { readKeyMaterial, type KeyMaterial } from './key-material.ts'
import { requireStrength } from './strength.ts'
import { wrongKind } from './wrong-kinds.ts'

/**
 * Imports an RSA public key for RSASSA-PKCS1-v1_5 with SHA-256, usable to verify.
 *
 * The modulus has at least 2048 bits and the exponent is 65537: runtimes would take weaker keys.
 *
 * @throws KeyError when the material is anything else; it names what it is and the way out
 * @see Specification 5.4
 */
export async function importPublicKey(material: KeyMaterial): Promise<CryptoKey> {
  const key = readKeyMaterial(material)
  if (key.kind === 'private key') throw wrongKind('private')
  requireStrength(key)
  try {
    return await crypto.subtle.importKey('spki', key.spki, algorithm, true, ['verify'])
  } catch {
    throw wrongKind('broken')
  }
}
