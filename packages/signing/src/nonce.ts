import { encodeHex } from './hex.ts'

const nonceBytes = 16
const random = new Uint8Array(64 * nonceBytes)
let used = random.length

/**
 * Makes a nonce of 128 random bits: 32 hex digits. Every attempt needs a new one, also a repeated one:
 * the service refuses a nonce for two hours after it has received it.
 *
 * @see Specification 5.1
 */
export function createNonce(): string {
  // One call of getRandomValues costs as much as 64 nonces.
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  used += nonceBytes
  return encodeHex(random.subarray(used - nonceBytes, used))
}
