import { encodeHex } from './hex.ts'
import { readKeyMaterial, type KeyMaterial } from './key-material.ts'
import type { KeyFacts } from './rsa-key.ts'

/** What can be said about an RSA key without showing it. */
export interface KeyInspection extends KeyFacts {
  /** SHA-256 of the public key as SPKI, in hex; equal for both halves of a pair. */
  readonly fingerprint: string
}

/**
 * Describes an RSA key of any strength, also one that the imports refuse.
 *
 * @throws KeyError when the material is not an RSA key
 */
export async function inspectKey(material: KeyMaterial): Promise<KeyInspection> {
  const { facts, spki } = readKeyMaterial(material)
  const digest = await crypto.subtle.digest('SHA-256', spki)
  return { ...facts, fingerprint: encodeHex(new Uint8Array(digest)) }
}
