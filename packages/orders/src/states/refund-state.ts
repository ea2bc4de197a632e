import { checkArguments } from '@merchant-edge/signing/options'
import { statesOf } from './order-state.ts'

/** The states of a refund: {@link refundStates}. */
export type RefundState =
  | 'reserved'
  | 'refunded'
  | 'presumed_refunded'
  | 'part_settled'
  | 'refund_unknown'
  | 'refused'

/**
 * Origin of a refund: `shop`, made through this system, or `elsewhere`, made outside of it (for
 * example on the merchant site) and found in the service's file. @see Specification 1
 */
export type RefundOrigin = 'shop' | 'elsewhere'

/** What a state of a refund allows. */
export interface RefundStateRule {
  readonly next: readonly RefundState[]
  /** Whether the service may still have to be called, again or for the first time. */
  readonly unsettled: boolean
  /**
   * Whether the outcome is open, completely or for one half, so that a file or an operator may
   * settle it.
   */
  readonly open: boolean
}

/**
 * Every state of a refund and its possible next states.
 *
 * A refund is `presumed_refunded` when every call of ours got no answer and the service then said
 * that the id exists: the service's file confirms it or leads it back to `refund_unknown`. From
 * there no answer of the service leads to `refused`, because a refusal of the repeat says nothing
 * about the call that got no answer; only the file or a person does. In `part_settled` one half is
 * refunded and the other is owed, until the file names it or a person decides its outcome. A person
 * who was wrong may lead a refund, or a half of it, from `refused` to returned:
 * {@link isDeniedByPerson}.
 *
 * @see Specification 2.6, 3
 */
export const refundStates: Readonly<Record<RefundState, RefundStateRule>> = {
  reserved: {
    next: ['refunded', 'presumed_refunded', 'part_settled', 'refund_unknown', 'refused'],
    unsettled: true,
    open: true,
  },
  refund_unknown: {
    next: ['refunded', 'presumed_refunded', 'part_settled', 'refused'],
    unsettled: true,
    open: true,
  },
  presumed_refunded: {
    next: ['refunded', 'part_settled', 'refund_unknown', 'refused'],
    unsettled: false,
    open: true,
  },
  part_settled: { next: ['refunded'], unsettled: false, open: true },
  refunded: { next: [], unsettled: false, open: false },
  refused: { next: ['refunded', 'part_settled'], unsettled: false, open: false },
}

/** All states of a refund, in the order of the table. */
export const allRefundStates: readonly RefundState[] = statesOf(refundStates)

/** Reason of the refusal of a refund that an operator has settled as not refunded. */
export const notReturned = 'not_returned'

/**
 * Whether a refund, or a half of it, counts as not returned only because of an operator's verdict,
 * which an operator may correct. What the service has refused, or its file lists as failed, was not
 * returned.
 */
export function isDeniedByPerson(refund: {
  readonly state: RefundState
  readonly refusal?: { readonly code: number; readonly reason: string }
  /** What is still owed; 0 for a half that a verdict has settled as not returned. */
  readonly owed: { readonly vnd: number; readonly points: number }
}): boolean {
  checkArguments('isDeniedByPerson', { refund })
  const { state, refusal, owed } = refund
  if (state === 'refused') return refusal?.code === 0 && refusal.reason === notReturned
  return state === 'part_settled' && owed.vnd + owed.points === 0
}
