import { readJwk } from './jwk.ts'
import { readPem } from './pem.ts'
import { readRsaKey, type RsaKey } from './rsa-key.ts'
import { wrongKind } from './wrong-kinds.ts'

/**
 * A key as people have it:
 *
 * - PEM text of PKCS#8, PKCS#1 or SPKI, also as secrets are pasted: on one line with literal `\n`, with
 *   `\r\n`, between quotes, or as bare base64,
 * - the DER bytes of one of these,
 * - a JWK, as an object or as its JSON text.
 */
export type KeyMaterial = string | Uint8Array | JsonWebKey

function readJwkKey(jwk: object): RsaKey {
  return readRsaKey(readJwk(jwk), 'JWK')
}

function parseJson(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw wrongKind('jwk')
  }
}

/**
 * Reads key material of any form.
 *
 * @throws KeyError naming what the material is instead of an RSA key
 */
export function readKeyMaterial(material: KeyMaterial): RsaKey {
  if (!material) throw wrongKind('empty')
  if (material instanceof Uint8Array) return readRsaKey(Uint8Array.from(material))
  if (typeof material !== 'string') return readJwkKey(Object(material))

  const text = material.replace(/\\[nr]/g, '\n').replace(/^[\s"'`]+|[\s"'`]+$/g, '')
  if (text === '') throw wrongKind('empty')
  return text.startsWith('{') ? readJwkKey(parseJson(text)) : readRsaKey(readPem(text))
}
