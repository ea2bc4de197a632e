import type { KeyMaterial } from './key-material.ts'
import { readKey } from './read-key.ts'
import type { Bytes } from '../base64.ts'
import { factsOf, spkiOf, type KeyFacts } from './rsa-key.ts'

/** Public properties of an RSA key. */
export interface KeyInspection extends KeyFacts {
  /** SHA-256 of the public key as SPKI, in lower-case hex; equal for both halves of a pair. */
  readonly fingerprint: string
}

/**
 * Describes an RSA key of any strength, including keys that the import functions refuse. It does
 * not check whether the numbers of the key are consistent.
 *
 * @throws KeyError when the material is not an RSA key
 * @example
 * ```ts
 * import { generateKeyPair, inspectKey } from '@merchant-edge/signing'
 *
 * const { privateKeyPem, publicKeyPem } = await generateKeyPair()
 * const { kind, format, modulusBits, fingerprint } = await inspectKey(privateKeyPem)
 * export const line = `${kind} (${format}) of ${modulusBits} bits, ${fingerprint}`
 *
 * const registered = await inspectKey(publicKeyPem)
 * if (registered.fingerprint !== fingerprint) throw new Error('These are not halves of one pair.')
 * ```
 */
export async function inspectKey(material: KeyMaterial): Promise<KeyInspection> {
  const key = readKey(material)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', spkiOf(key)))
  const fingerprint = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { ...factsOf(key), fingerprint }
}

/**
 * Takes the public half of an RSA key of any strength, given either half.
 *
 * @returns the DER of SPKI
 * @throws KeyError when the material is not an RSA key
 * @example
 * ```ts
 * import { exportPublicKey, generateKeyPair, inspectKey } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const { kind } = await inspectKey(exportPublicKey(privateKeyPem))
 * if (kind !== 'public key') throw new Error(kind)
 * ```
 */
export function exportPublicKey(material: KeyMaterial): Bytes {
  return spkiOf(readKey(material))
}
