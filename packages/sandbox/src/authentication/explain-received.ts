import { listApiKeys, type ApiKey } from '../merchants/api-keys.ts'
import type { ReceivedRequest } from '../requests/received-request.ts'
import type { Sandbox } from '../sandbox.ts'
import { explainSignature, type SignatureExplanation } from '@merchant-edge/signing/explain'

/** How many other keys are tried. */
const otherKeysMax = 20

/** What a request claims about its signature. */
export interface SignatureClaim {
  readonly path: string
  readonly nonce: string
  readonly timestamp: string
  readonly signature: string
  readonly apiKey: ApiKey
}

/** Explains the signature of a request that did not verify. */
export async function explainReceived(
  sandbox: Sandbox,
  received: ReceivedRequest,
  claim: SignatureClaim,
): Promise<SignatureExplanation> {
  const { path, nonce, timestamp, signature, apiKey } = claim
  const keys = await listApiKeys(sandbox.database)
  return explainSignature({
    path,
    method: received.method,
    nonce,
    timestamp,
    keyCode: apiKey.keyCode,
    body: received.body,
    signature,
    origin: received.origin,
    query: received.query,
    publicKey: apiKey.publicKeyPem,
    otherKeys: keys
      .slice(0, otherKeysMax)
      .map(({ keyCode, publicKeyPem }) => ({ keyCode, publicKey: publicKeyPem })),
  })
}
