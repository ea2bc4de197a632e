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

/** Seconds between two looks at the state; a stage that stays as it is is not looked at again. */
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

/** Seconds after which the state is to be asked for again; `undefined` when it has come to rest. */
export function pollIntervalSeconds(stage: PaymentStage): number | undefined {
  return pollSeconds[stage]
}

/** What the page of an order asks for again and again; `unsettled` stands before an unpaid state. */
export function watchedState(order: {
  readonly state: OrderState
  readonly unsettled: boolean
}): string {
  return stages[order.state] === 'waiting' && order.unsettled ? 'unsettled' : order.state
}

/** The watched states of an order that a page of this stage stands for. */
export function statesOf(stage: PaymentStage): readonly string[] {
  const unpaid: readonly OrderState[] = ['creating', 'created']
  if (stage === 'waiting') return unpaid
  if (stage === 'unsettled') return ['unsettled']
  if (stage === 'expired') return [...unpaid, 'expired']
  if (stage === 'held') return ['held']
  return stage === 'confirming' ? ['paid_unverified'] : []
}
