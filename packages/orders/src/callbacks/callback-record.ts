import type { VerifiedCallback } from '@merchant-edge/contract/callback'

/**
 * A verified payment callback, and the order of ours that the token in its path proves. It goes through the
 * RPC call and into the outbox as it is.
 */
export interface CallbackRecord extends VerifiedCallback {
  /** Our reference from the callback's path; absent when the order was created elsewhere. */
  readonly reference?: string
  /** Our amount in VND from the path's token; absent when the order was created elsewhere. */
  readonly amountVnd?: number
}

/** What became of a callback; each of them is on disk when it is returned. */
export type RecordOutcome = 'recorded' | 'duplicate' | 'orphan'
