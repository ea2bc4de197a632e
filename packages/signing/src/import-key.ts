import { KeyError } from './key-error.ts'
import type { KeyMaterial } from './key-material.ts'
import { readKey, refuseDamagedKey, type KeyFacts } from './rsa-key.ts'

/**
 * Reads one half of an RSA key and hands it to WebCrypto. Keys that can be broken are refused, and private
 * keys that only slow everything down.
 *
 * @param load imports the half, unless it takes the extractable key that the runtime read it as; rejects
 *   when it turns out to be damaged
 * @throws KeyError when the material is anything else; it names what it is and the way out
 */
export async function importKey(
  material: KeyMaterial,
  wanted: KeyFacts['kind'],
  load: (jwk: JsonWebKey, key?: CryptoKey) => Promise<CryptoKey>,
): Promise<CryptoKey> {
  const [jwk, { kind, modulusBits, exponent }, key] = await readKey(material)
  if (kind !== wanted) {
    throw new KeyError(
      `a ${kind}`,
      jwk.d
        ? 'Keep it secret. Take its public key: openssl pkey -in private.pem -pubout'
        : 'Pass its private key.',
    )
  }
  if (modulusBits < 2048 || (jwk.d && modulusBits > 4096) || exponent !== 65_537) {
    throw new KeyError(
      `an RSA ${kind} of ${modulusBits} bits with exponent ${exponent}`,
      'It must be 2048 to 4096 bits with exponent 65537.',
    )
  }
  return load(jwk, key).catch(refuseDamagedKey)
}
