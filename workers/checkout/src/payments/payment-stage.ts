import type { OrderState } from '@merchant-edge/orders/api'
import type { Messages } from '../pages/messages/english.ts'

/** Where the payment stands in the eyes of the customer. */
export type PaymentStage = keyof Messages['states']

const stages: Readonly<Record<OrderState, PaymentStage>> = {
  creating: 'waiting',
  created: 'waiting',
  expired: 'expired',
  paid_unverified: 'confirming',
  paid: 'paid',
  disputed: 'disputed',
  part_refunded: 'partRefunded',
  refunded: 'refunded',
  held: 'held',
  cancelled: 'cancelled',
}

/** Seconds between two polls of the state; a stage that is final for the customer is not polled. */
const pollSeconds: Partial<Record<PaymentStage, number>> = {
  waiting: 2,
  confirming: 2,
  unsettled: 5,
  expired: 15,
  held: 15,
}

/**
 * The stage of an order at a time: an unpaid order is over at its expiry, whether or not it has been
 * swept since, unless money of a linked wallet may have moved for it.
 */
export function paymentStage(
  order: { readonly state: OrderState; readonly expiresAt: number; readonly unsettled?: boolean },
  nowSeconds: number,
): PaymentStage {
  const stage = stages[order.state]
  if (stage === 'waiting' && order.unsettled === true) return 'unsettled'
  return stage === 'waiting' && order.expiresAt <= nowSeconds ? 'expired' : stage
}

/** Seconds between two polls of the state; `undefined` when the stage is final for the customer. */
export function pollIntervalSeconds(stage: PaymentStage): number | undefined {
  return pollSeconds[stage]
}

/** The state that the pages of an order poll: its own, or `unsettled` for an unpaid order whose money may have moved. */
export function watchedState(order: {
  readonly state: OrderState
  readonly unsettled: boolean
}): string {
  return stages[order.state] === 'waiting' && order.unsettled ? 'unsettled' : order.state
}

/** The polled states in which a page of this stage is still right. */
export function statesOf(stage: PaymentStage): readonly string[] {
  const unpaid: readonly OrderState[] = ['creating', 'created']
  if (stage === 'waiting') return unpaid
  if (stage === 'unsettled') return ['unsettled']
  if (stage === 'expired') return [...unpaid, 'expired']
  if (stage === 'held') return ['held']
  return stage === 'confirming' ? ['paid_unverified'] : []
}
