import type { CallbackKey } from './callback-key.ts'
import { createCallbackVerifier } from './callback-verifier.ts'
import type { VerifiedCallback } from './verified-callback.ts'
import type { CallbackRejected } from './rejection.ts'

/** With what a callback is verified. */
export interface VerifyPaymentCallbackOptions {
  /** Public keys of the service; those that are valid now are tried in their order. */
  readonly keys: readonly CallbackKey[]
  /** Seconds since 1970; the present when left out. */
  readonly now?: number
}

/**
 * Verifies the payment callback in a raw URL, and says why when it is not believed.
 *
 * @param rawUrl absolute URL, or path and query, exactly as received: neither decoded nor parsed and
 *   written again
 * @throws KeyError when one of the keys cannot be used; a callback never makes it throw
 * @see Specification 5.4 and 6.1
 */
export function verifyPaymentCallback(
  rawUrl: string,
  options: VerifyPaymentCallbackOptions,
): Promise<VerifiedCallback | CallbackRejected> {
  return createCallbackVerifier(options).verify(rawUrl, options.now)
}
