import { inspectKey, type KeyInspection } from '@merchant-edge/signing'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** Key material as a file holds it: text, or the bytes of DER. */
export type FileKey = string | Uint8Array

/** The public half of a key, and what was in the file. */
export interface PublicHalf {
  readonly publicKey: FileKey
  readonly inspection: KeyInspection
}

function openPrivateKey(key: FileKey, format: KeyInspection['format']): KeyObject {
  if (typeof key !== 'string') {
    const type = format === 'PKCS#1' ? 'pkcs1' : 'pkcs8'
    return createPrivateKey({ key: Buffer.from(key), format: 'der', type })
  }
  const text = key.replaceAll(/\\[nr]/g, '\n').replaceAll(/^[\s"'`]+|[\s"'`]+$/g, '')
  if (format === 'JWK') return createPrivateKey({ key: JSON.parse(text), format: 'jwk' })
  if (text.includes('-----BEGIN')) return createPrivateKey(text)
  return openPrivateKey(Buffer.from(text, 'base64'), format)
}

/**
 * Takes the public half of a private key, so that a signature can be checked with either half.
 *
 * @throws KeyError when the material is no RSA key
 */
export async function publicHalf(key: FileKey): Promise<PublicHalf> {
  const inspection = await inspectKey(key)
  if (inspection.kind === 'public key') return { publicKey: key, inspection }
  const pem = createPublicKey(openPrivateKey(key, inspection.format)).export({
    type: 'spki',
    format: 'pem',
  })
  return { publicKey: String(pem), inspection }
}
