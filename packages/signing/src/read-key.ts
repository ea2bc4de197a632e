import { readDerKey } from './der-key.ts'
import { readJwk } from './jwk.ts'
import type { KeyMaterial } from './key-material.ts'
import { readPem } from './pem.ts'
import type { RsaKey } from './rsa-key.ts'
import { wrongKey } from './wrong-key.ts'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongKey('damagedJwk')
  }
}

function readText(text: string): RsaKey {
  const trimmed = text.replaceAll(/^[\s"'`]+|[\s"'`]+$/g, '')
  if (trimmed === '') throw wrongKey('empty')
  return trimmed.startsWith('{')
    ? readJwk(Object(parseJson(trimmed)))
    : readDerKey(readPem(trimmed))
}

/**
 * Reads key material of any form.
 *
 * @throws KeyError naming what the material is instead of an RSA key
 */
export function readKey(material: KeyMaterial): RsaKey {
  if (typeof material === 'string') return readText(material)
  if (material instanceof Uint8Array) return readDerKey(material)
  // Plain JavaScript may pass anything.
  if (!material) throw wrongKey('empty')
  return readJwk(Object(material))
}
