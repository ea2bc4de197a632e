import { encodeHex } from './hex.ts'
import type { KeyMaterial } from './key-material.ts'
import { loadPublicKey } from './public-key.ts'
import { readKey, refuseDamagedKey, type KeyFacts } from './rsa-key.ts'

/** What can be said about an RSA key without showing it. */
export interface KeyInspection extends KeyFacts {
  /** SHA-256 of the public key as SPKI, in hex; equal for both halves of a pair. */
  readonly fingerprint: string
}

/**
 * Describes an RSA key of any strength that the runtime takes, also one that the imports refuse.
 *
 * @throws KeyError when the material is not an RSA key
 */
export async function inspectKey(material: KeyMaterial): Promise<KeyInspection> {
  const [jwk, facts] = await readKey(material)
  const key = await loadPublicKey(jwk).catch(refuseDamagedKey)
  const digest = await crypto.subtle.digest('SHA-256', await crypto.subtle.exportKey('spki', key))
  return { ...facts, fingerprint: encodeHex(new Uint8Array(digest)) }
}
