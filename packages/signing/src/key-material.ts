import { readDerKey } from './der-key.ts'
import { checkJwk, type RsaJwk } from './jwk.ts'
import { KeyError } from './key-error.ts'
import { readPem } from './pem.ts'

/**
 * A key as people have it:
 *
 * - PEM text of PKCS#8, PKCS#1 or SPKI, also as secrets are pasted: on one line with literal `\n`, with
 *   `\r\n`, between quotes, or as bare base64,
 * - the DER bytes of one of these,
 * - a JWK, as an object or as its JSON text.
 */
export type KeyMaterial = string | Uint8Array | JsonWebKey

/** What is left of damaged JSON is a JWK without members. */
function readText(text: string): unknown {
  try {
    return text && JSON.parse(text)
  } catch {
    return text[0] === '{' ? {} : readPem(text)
  }
}

/**
 * Reads key material of any form. No key is longer than 64 KiB: what is cut off there is no longer DER.
 *
 * @throws KeyError naming what the material is instead of an RSA key
 */
export async function readKeyMaterial(material: KeyMaterial): Promise<RsaJwk> {
  const value =
    typeof material === 'string' ? readText(material.replace(/^[\s"'`]+|[\s"'`]+$/g, '')) : material
  if (!value) throw new KeyError('empty', 'Pass the key.')
  return value instanceof Uint8Array
    ? readDerKey(value.subarray(0, 65_535))
    : checkJwk(Object(value))
}
