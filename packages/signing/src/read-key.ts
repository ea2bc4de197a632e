import { readDerKey } from './der-key.ts'
import { readJwk, type UnknownJwk } from './jwk.ts'
import { longestKeyText, type KeyMaterial } from './key-material.ts'
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

const blankOrQuote = /[\s"'`]/

/** Text without the blanks and quotes around it. */
function trim(text: string): string {
  let end = text.length
  while (blankOrQuote.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(/^[\s"'`]+/, '')
}

function readText(text: string): RsaKey {
  if (text.length > longestKeyText) throw wrongKey('tooLong')
  const trimmed = trim(text)
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
export function readKey(material: KeyMaterial | UnknownJwk): RsaKey {
  if (typeof material === 'string') return readText(material)
  if (material instanceof Uint8Array) return readDerKey(material)
  // Plain JavaScript may pass anything.
  if (!material) throw wrongKey('empty')
  return readJwk(Object(material))
}
