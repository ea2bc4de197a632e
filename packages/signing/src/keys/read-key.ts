import { readDerKey } from './der-key.ts'
import { derTag } from './der.ts'
import { readJwk, type UnknownJwk } from './jwk.ts'
import { maxKeyChars, type KeyMaterial } from './key-material.ts'
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
  if (text.length > maxKeyChars) throw wrongKey('tooLong')
  const trimmed = trim(text)
  if (trimmed === '') throw wrongKey('empty')
  return trimmed.startsWith('{') ? readJwk(Object(parseJson(trimmed))) : readBytes(readPem(trimmed))
}

/** Recognizes bytes that are not DER: a PEM file or a JWK file. */
const textOfKey = /^\s*\{|-----BEGIN/

/**
 * Reads a DER, or a file that was read without an encoding or encoded once more to fit into a
 * secret.
 */
function readBytes(bytes: Uint8Array): RsaKey {
  if (bytes[0] === derTag.sequence || bytes.length > maxKeyChars) return readDerKey(bytes)
  const text = new TextDecoder().decode(bytes)
  return textOfKey.test(text) ? readText(text) : readDerKey(bytes)
}

/**
 * Reads key material of any form.
 *
 * @throws KeyError naming what the material is instead of an RSA key
 */
export function readKey(material: KeyMaterial | UnknownJwk): RsaKey {
  if (typeof material === 'string') return readText(material)
  if (material instanceof Uint8Array) return readBytes(material)
  // Plain JavaScript may pass anything.
  if (!material) throw wrongKey('missing')
  if (material instanceof CryptoKey) throw wrongKey('cryptoKey')
  const jwk = Object(material)
  if (Object.keys(jwk).length === 0) throw wrongKey('noKey')
  return readJwk(jwk)
}
