import { KeyError } from './key-error.ts'
import { readKeyMaterial, type KeyMaterial } from './key-material.ts'
import type { KeyFacts, RsaKey } from './rsa-key.ts'
import { wrongKind } from './wrong-kinds.ts'

/**
 * Reads one half of an RSA key and hands it to WebCrypto. Keys that can be broken are refused, and private
 * keys that only slow everything down.
 *
 * @param load imports the half; nothing when it turns out to be damaged
 * @throws KeyError when the material is anything else; it names what it is and the way out
 */
export async function importKey(
  material: KeyMaterial,
  wanted: KeyFacts['kind'],
  load: (key: RsaKey) => Promise<CryptoKey | undefined>,
): Promise<CryptoKey> {
  const key = readKeyMaterial(material)
  const { kind, modulusBits, exponent } = key.facts
  if (kind !== wanted) throw wrongKind(`a ${kind}`)
  const isTooLong = kind === 'private key' && modulusBits > 4096
  if (modulusBits < 2048 || isTooLong || exponent !== 65_537) {
    throw new KeyError(
      `an RSA ${kind} of ${modulusBits} bits with exponent ${exponent}`,
      'Use 2048 to 4096 bits and exponent 65537.',
    )
  }
  // The runtime's own message may quote the key, so it is not passed on.
  const loaded = await load(key).catch(() => undefined)
  if (!loaded) throw wrongKind('a damaged RSA key')
  return loaded
}
