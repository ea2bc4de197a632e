import type { BodySignature } from '@merchant-edge/contract'
import { signText } from '@merchant-edge/signing'
import type { Client } from '../client.ts'
import type { PreparedRequest } from './prepare-request.ts'

/**
 * Adds the signature of a linked-account call as the first field of its body; other requests are
 * not changed. RSA with PKCS#1 v1.5 is deterministic, so one signature serves all attempts. The
 * headers are signed separately for each attempt. Assumes G-04 and G-36.
 *
 * @see Specification 5.3
 */
export async function signBody(
  client: Client,
  prepared: PreparedRequest,
  bodySignature: BodySignature | undefined,
): Promise<PreparedRequest> {
  const { bodySignedText, body } = prepared
  if (bodySignature === undefined || bodySignedText === undefined) return prepared
  const base64 = await signText(await client.key(), bodySignedText)
  const signature = bodySignature.encode(base64, client.bodySignatures)
  return { ...prepared, body: `{"signature":"${signature}",${body.slice(1)}` }
}
