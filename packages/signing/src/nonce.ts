import { encodeHex } from './hex.ts'

/**
 * Makes a nonce of 128 random bits: 32 hex digits. Every attempt needs a new one, also a repeated one:
 * the service refuses a nonce for two hours after it has received it.
 *
 * @see Specification 5.1
 */
export function createNonce(): string {
  return encodeHex(crypto.getRandomValues(new Uint8Array(16)))
}
