import { type OrderState, orderStates } from '@merchant-edge/orders/states'

/** The stage of the payment of a bill, for the cashier. */
export type BillStage =
  | 'waiting'
  | 'checking'
  | 'paid'
  | 'partlyReturned'
  | 'returned'
  | 'disputed'
  | 'over'

const stages: Readonly<Record<OrderState, BillStage>> = {
  creating: 'waiting',
  created: 'waiting',
  expired: 'over',
  paid_unverified: 'checking',
  paid: 'paid',
  disputed: 'disputed',
  part_refunded: 'partlyReturned',
  refunded: 'returned',
  held: 'checking',
  cancelled: 'over',
}

/** The stage of an order; `checking` for an unknown state, so that no goods are handed over. */
export function stageOf(state: string): BillStage {
  return new Map<string, BillStage>(Object.entries(stages)).get(state) ?? 'checking'
}

/** The states in which the page of a stage does not change. */
export function statesOf(stage: BillStage): string[] {
  return Object.keys(orderStates).filter((state) => stageOf(state) === stage)
}
