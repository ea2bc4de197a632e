import type { UnsignedCallbackFields, SignedCallbackFields } from '@merchant-edge/contract/callback'

/** A payment callback that the service has signed. */
export interface VerifiedCallback {
  readonly verified: true
  /** Id of the key that verified it. */
  readonly keyId: string
  /**
   * What the service vouches for. It holds no time: the same callback verifies for ever, so remember
   * `order_id` with `transaction_id` and let a repeat change nothing.
   */
  readonly signed: SignedCallbackFields
  /**
   * What nobody vouches for, as text. Store and show it; ask the service with a signed query before
   * money depends on it.
   */
  readonly unsignedFields: UnsignedCallbackFields
  /** The sender forgot to escape `+` in the signature, and it was put back. Count these. */
  readonly spacesRestored: boolean
}
