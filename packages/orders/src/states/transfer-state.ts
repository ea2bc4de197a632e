import { checkArguments } from '@merchant-edge/signing/options'
import { statesOf } from './order-state.ts'

/** The states of a transfer: {@link transferStates}. */
export type TransferState = 'requested' | 'succeeded' | 'refused' | 'unknown'

/** What a state of a transfer allows. */
export interface TransferStateRule {
  readonly next: readonly TransferState[]
}

/**
 * Every state of a transfer and what may follow it. There is no query for transfers and no code for
 * a duplicate, so the call is made once; only a refusal after which nothing was processed, for the
 * key or the time, leads back to `requested` when the same transfer is asked for again. `unknown`
 * is left by the daily file or by a person. A person who was wrong may lead a transfer from
 * `refused` to `succeeded`: {@link isRefusedByPerson}.
 *
 * @see Specification 4.4
 */
export const transferStates: Readonly<Record<TransferState, TransferStateRule>> = {
  requested: { next: ['succeeded', 'refused', 'unknown'] },
  unknown: { next: ['succeeded', 'refused'] },
  succeeded: { next: [] },
  refused: { next: ['requested', 'succeeded'] },
}

/** All states of a transfer, in the order of the table. */
export const allTransferStates: readonly TransferState[] = statesOf(transferStates)

/** Reason of the refusal of a transfer that an operator has settled as not made. */
export const settledByPerson = 'settled_by_person'

/**
 * Whether a transfer counts as not made only because of an operator's verdict, which an operator
 * may correct. What the service itself has refused was not made.
 */
export function isRefusedByPerson(transfer: {
  readonly state: TransferState
  readonly refusal?: { readonly code: number; readonly reason: string }
}): boolean {
  checkArguments('isRefusedByPerson', { transfer })
  const { state, refusal } = transfer
  return state === 'refused' && refusal?.code === 0 && refusal.reason === settledByPerson
}
