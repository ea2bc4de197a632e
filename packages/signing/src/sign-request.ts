import { checkArguments } from './check-options.ts'
import { requestSignedText } from './signed-text.ts'
import { signText } from './text-signature.ts'
import type { WebCryptoKey } from './keys/web-crypto-key.ts'

/** The parts of a request before it is signed, and the key with which it is signed. */
export interface RequestToSign {
  /** From `importPrivateKey`. */
  readonly key: WebCryptoKey
  /** X-Key-Code: id of the API key, at most 36 characters. */
  readonly keyCode: string
  /** HTTP method in capitals. */
  readonly method: string
  /** Path from `/merchant-integration` on, without the query. Assumes G-01. */
  readonly path: string
  /** The exact body that is sent; left out or empty for a GET. Assumes G-02. */
  readonly body?: string | undefined
  /** Random when left out; must be unique. */
  readonly nonce?: string | undefined
  /** Whole seconds since 1970; now when left out. */
  readonly timestamp?: number | string | undefined
}

/** A signed request: the headers to send, and the signed text. */
export interface SignedRequest {
  /** The four headers to send with the request. @see Specification 5.1 */
  readonly headers: {
    readonly 'X-Key-Code': string
    readonly 'X-Nonce': string
    readonly 'X-Timestamp': string
    readonly 'X-Signature': string
  }
  /** The signed text, for comparison when the service answers 4010001. */
  readonly signedText: string
}

/**
 * Makes a nonce of 128 random bits: 32 hex digits. Every attempt needs a new one, including
 * retries: the service refuses a nonce for two hours after it has received it.
 *
 * @see Specification 5.1
 */
export function createNonce(): string {
  // Runtimes pre-generate UUIDs, which is faster than requesting random bytes. Six bits of a UUID
  // are fixed, so the digits are taken from the random parts of two UUIDs.
  const uuid = crypto.randomUUID()
  return uuid.slice(0, 8) + uuid.slice(24) + crypto.randomUUID().slice(24)
}

/**
 * Signs a request and returns the headers that prove who sends it. The body must be sent byte for
 * byte as it was signed.
 *
 * @throws KeyError when the key is for another use or algorithm
 * @throws TypeError naming a part that cannot be signed
 * @see Specification 5.1 and 5.2
 * @example
 * ```ts
 * import { generateKeyPair, importPrivateKey, signRequest } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const key = await importPrivateKey(privateKeyPem) // once; keep the CryptoKey
 *
 * const body = JSON.stringify({ order_reference_id: 'R-1', vnd_amount: 50_000 })
 * const path = '/merchant-integration/v1/orders/refund'
 * const { headers } = await signRequest({ key, keyCode: 'key-1', method: 'POST', path, body })
 *
 * export const request = new Request(`https://service.example${path}`, {
 *   method: 'POST',
 *   headers: { ...headers, 'Content-Type': 'application/json' },
 *   body,
 * })
 * ```
 */
export async function signRequest(request: RequestToSign): Promise<SignedRequest> {
  checkArguments('signRequest', { request })
  const { key, ...parts } = request
  const { keyCode, nonce = createNonce(), timestamp = Math.floor(Date.now() / 1000) } = request
  const signedText = requestSignedText({ ...parts, nonce, timestamp })
  return {
    headers: {
      'X-Key-Code': keyCode,
      'X-Nonce': nonce,
      'X-Timestamp': `${timestamp}`,
      'X-Signature': await signText(key, signedText),
    },
    signedText,
  }
}
