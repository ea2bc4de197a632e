import type { OrderState } from '@merchant-edge/orders/api'
import type { Messages } from '../pages/messages/english.ts'
import type { OrderProgress } from './public-order.ts'

/** Stage of the payment as shown to the customer. */
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
  failed: 5,
  lapsed: 5,
  confirming: 2,
  unsettled: 5,
  expired: 15,
  denied: 15,
  held: 15,
}

/** The stage of an unpaid order with time left, of which no money can have moved. */
export function unpaidStage({
  failed,
  lapsed,
}: Pick<OrderProgress, 'failed' | 'lapsed'>): 'waiting' | 'failed' | 'lapsed' {
  if (!failed) return 'waiting'
  return lapsed ? 'lapsed' : 'failed'
}

/**
 * The stage of an order at a time. An unpaid order is expired at its expiry, even before the sweep
 * has marked it, unless money of a linked wallet may have moved for it. An order whose payment the
 * wallet denies has its own stage, and so has a try that failed or whose time is over, while there
 * is time left.
 */
export function paymentStage(order: OrderProgress, nowSeconds: number): PaymentStage {
  const stage = stages[order.state]
  if (order.denied) return 'denied'
  if (stage !== 'waiting') return stage
  if (order.unsettled) return 'unsettled'
  if (order.expiresAt <= nowSeconds) return 'expired'
  return unpaidStage(order)
}

/** Seconds between two polls of the state; `undefined` when the stage is final for the customer. */
export function pollIntervalSeconds(stage: PaymentStage): number | undefined {
  return pollSeconds[stage]
}

/**
 * The state that an order's pages poll: the order's own state; `denied` when the wallet denies the
 * payment; for an unpaid order `unsettled` when its money may have moved, and `failed` when the
 * newest attempt did not go through, `lapsed` when only its time is over.
 */
export function watchedState(order: Omit<OrderProgress, 'expiresAt'>): string {
  if (order.denied) return 'denied'
  if (stages[order.state] !== 'waiting') return order.state
  if (order.unsettled) return 'unsettled'
  const stage = unpaidStage(order)
  return stage === 'waiting' ? order.state : stage
}

/** The polled states in which a page of this stage is still right. */
export function statesOf(stage: PaymentStage): readonly string[] {
  const unpaid: readonly OrderState[] = ['creating', 'created']
  if (stage === 'waiting') return unpaid
  if (stage === 'unsettled' || stage === 'failed' || stage === 'lapsed') return [stage]
  if (stage === 'denied') return [stage]
  if (stage === 'expired') return [...unpaid, 'failed', 'lapsed', 'expired']
  if (stage === 'held') return ['held']
  return stage === 'confirming' ? ['paid_unverified'] : []
}
