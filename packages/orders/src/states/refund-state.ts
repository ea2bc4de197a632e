import { statesOf } from './order-state.ts'

/** The states of a refund: {@link refundStates}. */
export type RefundState = 'reserved' | 'refunded' | 'part_settled' | 'refund_unknown' | 'refused'

/** What a state of a refund allows. */
export interface RefundStateRule {
  readonly next: readonly RefundState[]
  /** Whether the service still has to be called, again or for the first time. */
  readonly unsettled: boolean
}

/**
 * Every state of a refund and what may follow it. No edge leads from `refund_unknown` to `refused`:
 * a refusal of the repeat says nothing about the call that went unanswered.
 */
export const refundStates: Readonly<Record<RefundState, RefundStateRule>> = {
  reserved: {
    next: ['refunded', 'part_settled', 'refund_unknown', 'refused'],
    unsettled: true,
  },
  refund_unknown: { next: ['refunded', 'part_settled'], unsettled: true },
  refunded: { next: [], unsettled: false },
  part_settled: { next: [], unsettled: false },
  refused: { next: [], unsettled: false },
}

/** All states of a refund, in the order of the table. */
export const allRefundStates: readonly RefundState[] = statesOf(refundStates)
