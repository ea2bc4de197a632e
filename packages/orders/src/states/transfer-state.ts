import { statesOf } from './order-state.ts'

/** The states of a transfer: {@link transferStates}. */
export type TransferState = 'requested' | 'succeeded' | 'refused' | 'unknown'

/** What a state of a transfer allows. */
export interface TransferStateRule {
  readonly next: readonly TransferState[]
}

/**
 * Every state of a transfer and what may follow it. There is no query for transfers and no code for a
 * duplicate, so the call is made once; only a refusal after which nothing was processed, for the key or the time, leads
 * back to `requested` when the same transfer is asked for again. `unknown` is left by the daily file or by a person.
 *
 * @see Specification 4.4
 */
export const transferStates: Readonly<Record<TransferState, TransferStateRule>> = {
  requested: { next: ['succeeded', 'refused', 'unknown'] },
  unknown: { next: ['succeeded', 'refused'] },
  succeeded: { next: [] },
  refused: { next: ['requested'] },
}

/** All states of a transfer, in the order of the table. */
export const allTransferStates: readonly TransferState[] = statesOf(transferStates)
