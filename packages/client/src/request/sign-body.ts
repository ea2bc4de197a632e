import { signText } from '@merchant-edge/signing'
import type { BodySignatureEncoding, Client } from '../client.ts'
import type { PreparedRequest } from './prepare-request.ts'

function encodeSignature(base64: string, encoding: BodySignatureEncoding): string {
  if (encoding === 'base64') return base64
  if (encoding === 'base64url') {
    return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  )
}

/**
 * Puts the signature of a linked-account call in front of the other fields of its body; other requests
 * stay as they are. RSA with PKCS#1 v1.5 always gives the same signature, so once is enough for every
 * attempt. The headers of every call are signed besides. Assumes G-04 and G-36.
 *
 * @see Specification 5.3
 */
export async function signBody(
  client: Client,
  prepared: PreparedRequest,
): Promise<PreparedRequest> {
  const { bodySignedText, body } = prepared
  if (bodySignedText === undefined) return prepared
  const base64 = await signText(await client.key(), bodySignedText)
  const signature = encodeSignature(base64, client.bodySignatures)
  return { ...prepared, body: `{"signature":"${signature}",${body.slice(1)}` }
}
