import { sql, type SQL } from 'drizzle-orm'

/** Where an order stands. `paid` and everything after it never goes back to unpaid. */
export type OrderState =
  | 'creating'
  | 'created'
  | 'expired'
  | 'paid_unverified'
  | 'paid'
  | 'disputed'
  | 'part_refunded'
  | 'refunded'

/** Where one payment attempt of an order stands. */
export type AttemptState =
  | 'creating'
  | 'created'
  | 'create_unknown'
  | 'refused'
  | 'expired'
  | 'paid'

/** Where a refund stands. */
export type RefundState = 'reserved' | 'refunded' | 'part_settled' | 'refund_unknown' | 'refused'

/** What a state allows. */
export interface OrderStateRule {
  /** States that may follow. */
  readonly next: readonly OrderState[]
  /** Whether the customer may start to pay. */
  readonly payable: boolean
  /**
   * Whether a payment has been seen, verified or not; no edge leads from here to where this is
   * false.
   */
  readonly paymentSeen: boolean
  /** Whether confirmed money may be returned. */
  readonly refundable: boolean
}

/**
 * Every state of an order and what may follow it. Whatever decides over an order, in TypeScript or
 * in SQL, is derived from this table.
 *
 * `disputed` is left by a person only: a refund changes its sums and answers no question. `expired`
 * is reopened by a late payment. Assumes G-09.
 *
 * @see Specification 3
 */
export const orderStates: Readonly<Record<OrderState, OrderStateRule>> = {
  creating: {
    next: ['created', 'expired', 'paid_unverified', 'paid', 'disputed'],
    payable: true,
    paymentSeen: false,
    refundable: false,
  },
  created: {
    next: ['expired', 'paid_unverified', 'paid', 'disputed'],
    payable: true,
    paymentSeen: false,
    refundable: false,
  },
  expired: {
    next: ['paid_unverified', 'paid', 'disputed'],
    payable: false,
    paymentSeen: false,
    refundable: false,
  },
  paid_unverified: {
    next: ['paid', 'disputed'],
    payable: false,
    paymentSeen: true,
    refundable: false,
  },
  paid: {
    next: ['disputed', 'part_refunded', 'refunded'],
    payable: false,
    paymentSeen: true,
    refundable: true,
  },
  disputed: { next: [], payable: false, paymentSeen: true, refundable: true },
  part_refunded: {
    next: ['disputed', 'refunded'],
    payable: false,
    paymentSeen: true,
    refundable: true,
  },
  refunded: { next: ['disputed'], payable: false, paymentSeen: true, refundable: true },
}

/** What a state of an attempt allows. */
export interface AttemptStateRule {
  readonly next: readonly AttemptState[]
  /** Whether the customer may still be about to pay it, so that its order must not expire. */
  readonly live: boolean
  /** Whether the service has answered the creation in a way that can be trusted. */
  readonly answered: boolean
}

/**
 * Every state of an attempt and what may follow it. A payment may turn up in any of them: the
 * service can have created what it refused or never answered.
 */
export const attemptStates: Readonly<Record<AttemptState, AttemptStateRule>> = {
  creating: {
    next: ['created', 'create_unknown', 'refused', 'expired', 'paid'],
    live: true,
    answered: false,
  },
  created: { next: ['expired', 'paid'], live: true, answered: true },
  create_unknown: { next: ['created', 'expired', 'paid'], live: true, answered: false },
  refused: { next: ['paid'], live: false, answered: true },
  expired: { next: ['paid'], live: false, answered: true },
  paid: { next: [], live: false, answered: true },
}

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

function keysOf<State extends string>(table: Readonly<Record<State, unknown>>): State[] {
  const states: State[] = []
  for (const state in table) states.push(state)
  return states
}

/** All states of an order, in the order of the table. */
export const allOrderStates: readonly OrderState[] = keysOf(orderStates)
/** All states of an attempt, in the order of the table. */
export const allAttemptStates: readonly AttemptState[] = keysOf(attemptStates)
/** All states of a refund, in the order of the table. */
export const allRefundStates: readonly RefundState[] = keysOf(refundStates)

/** The states from which an order may go to `state`. */
export function orderStatesBefore(state: OrderState): OrderState[] {
  return allOrderStates.filter((from) => orderStates[from].next.includes(state))
}

/**
 * A list of states as SQL text: literals rather than parameters, because a partial index serves
 * only a query that repeats its condition.
 */
export function stateList(states: readonly (OrderState | AttemptState | RefundState)[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`
}

/** States of orders in SQL, each derived from {@link orderStates}. */
export const ordersIn = {
  /** The states from which an order may go to `state`. */
  before: (state: OrderState): SQL => sql.raw(stateList(orderStatesBefore(state))),
  /** The states in which the customer may start to pay. */
  payable: sql.raw(stateList(allOrderStates.filter((state) => orderStates[state].payable))),
  /** The states in which confirmed money may be returned. */
  refundable: sql.raw(stateList(allOrderStates.filter((state) => orderStates[state].refundable))),
}

/** States of attempts in SQL, each derived from {@link attemptStates}. */
export const attemptsIn = {
  /** The states from which an attempt may go to `state`. */
  before: (state: AttemptState): SQL =>
    sql.raw(stateList(allAttemptStates.filter((from) => attemptStates[from].next.includes(state)))),
  /** The states in which the customer may still be about to pay. */
  live: sql.raw(stateList(allAttemptStates.filter((state) => attemptStates[state].live))),
  /** The states in which the creation has no trustworthy answer. */
  unanswered: sql.raw(
    stateList(allAttemptStates.filter((state) => !attemptStates[state].answered)),
  ),
}

/** States of refunds in SQL, each derived from {@link refundStates}. */
export const refundsIn = {
  /** The states from which a refund may go to `state`. */
  before: (state: RefundState): SQL =>
    sql.raw(stateList(allRefundStates.filter((from) => refundStates[from].next.includes(state)))),
  /** The states in which the service still has to be called. */
  unsettled: sql.raw(stateList(allRefundStates.filter((state) => refundStates[state].unsettled))),
}
