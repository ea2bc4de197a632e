import { type OrderState, orderStates } from '@merchant-edge/orders/states'

/** How far the payment of a bill is, as a cashier needs to know it. */
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

/** The stage of an order; `checking` for a state that the till does not know, so that nothing is handed over. */
export function stageOf(state: string): BillStage {
  return new Map<string, BillStage>(Object.entries(stages)).get(state) ?? 'checking'
}

/** The states that a page of a stage stays in. */
export function statesOf(stage: BillStage): string[] {
  return Object.keys(orderStates).filter((state) => stageOf(state) === stage)
}
