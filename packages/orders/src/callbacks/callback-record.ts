import type { VerifiedCallback } from '@merchant-edge/contract/callback'

/**
 * A verified payment callback, with our order as proven by the token in its path. It is passed
 * through RPC, and stored in the outbox without most of its unsigned fields.
 */
export interface CallbackRecord extends VerifiedCallback {
  /**
   * Our reference from the callback's path; absent when the order was not created through this
   * system.
   */
  readonly reference?: string
  /**
   * Our amount in VND from the token of the path; absent when the order was not created through
   * this system.
   */
  readonly amountVnd?: number
}

/** Outcome of recording a callback. When it is returned, the callback is stored. */
export type RecordOutcome = 'recorded' | 'duplicate' | 'orphan'
