/**
 * Makes a nonce of 128 random bits: 32 hex digits. Every attempt needs a new one, also a repeated one:
 * the service refuses a nonce for two hours after it has received it.
 *
 * @see Specification 5.1
 */
export function createNonce(): string {
  // From the digits of UUIDs that are random: runtimes keep those in store.
  const uuid = crypto.randomUUID()
  return uuid.slice(0, 8) + uuid.slice(24) + crypto.randomUUID().slice(24)
}
