import { createNonce } from './nonce.ts'
import { signText } from './sign-text.ts'
import { requestSignedText } from './signed-text.ts'

/** A request to sign. */
export interface RequestToSign {
  /** From `importPrivateKey`. */
  readonly key: CryptoKey
  /** X-Key-Code: id of the API key, at most 36 characters. */
  readonly keyCode: string
  /** HTTP method in capitals. */
  readonly method: string
  /** Path from `/merchant-integration` on, without the query. Assumes G-01. */
  readonly path: string
  /** The exact body that is sent; left out or empty for a GET. Assumes G-02. */
  readonly body?: string | undefined
  /** Made at random when left out; never the same twice. */
  readonly nonce?: string | undefined
  /** Whole seconds since 1970; now when left out. */
  readonly timestamp?: number | string | undefined
}

/** A signed request: what to send, and what was signed. */
export interface SignedRequest {
  /** @see Specification 5.1 */
  readonly headers: {
    readonly 'X-Key-Code': string
    readonly 'X-Nonce': string
    readonly 'X-Timestamp': string
    readonly 'X-Signature': string
  }
  /** The text under the signature, to compare when the service answers 4010001. */
  readonly signedText: string
}

/**
 * Signs a request and returns the headers that prove who sends it. The body must go out byte for byte
 * as it was signed.
 *
 * @throws TypeError naming a part that cannot be signed
 * @see Specification 5.1 and 5.2
 */
export async function signRequest(request: RequestToSign): Promise<SignedRequest> {
  const { key, keyCode, nonce = createNonce(), timestamp = Math.floor(Date.now() / 1000) } = request
  const signedText = requestSignedText({ ...request, nonce, timestamp })
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
