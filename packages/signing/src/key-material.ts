import { readDer } from './der.ts'
import { encodeHex } from './hex.ts'
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

/** No key is longer; what is cut off here is no longer DER. */
const maxDerBytes = 65_535

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongKind('a damaged JWK')
  }
}

/**
 * Reads key material of any form.
 *
 * @throws KeyError naming what the material is instead of an RSA key
 */
export function readKeyMaterial(material: KeyMaterial): RsaKey {
  let value: unknown = material
  if (typeof material === 'string') {
    const text = material.replace(/\\[nr]/g, '\n').replace(/^[\s"'`]+|[\s"'`]+$/g, '')
    value = text.startsWith('{') ? parseJson(text) : text && readPem(text)
  }
  if (!value) throw wrongKind('empty')
  return value instanceof Uint8Array
    ? readRsaKey(readDer(encodeHex(value.subarray(0, maxDerBytes))), 'PKCS#1')
    : readRsaKey(readJwk(Object(value)), 'JWK')
}
