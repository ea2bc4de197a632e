/**
 * The states of an order: {@link orderStates}. `paid` and everything after it never goes back to
 * unpaid.
 */
export type OrderState =
  | 'creating'
  | 'created'
  | 'expired'
  | 'paid_unverified'
  | 'paid'
  | 'disputed'
  | 'part_refunded'
  | 'refunded'
  | 'held'
  | 'cancelled'

/** The rules of a state of an order: following states, and allowed operations. */
export interface OrderStateRule {
  /** The states that may follow directly. */
  readonly next: readonly OrderState[]
  /** Whether the customer may start to pay. */
  readonly payable: boolean
  /**
   * Whether a payment has been seen, verified or not; no transition leads from such a state to one
   * where this is false.
   */
  readonly paymentSeen: boolean
  /** Whether confirmed money may be refunded. */
  readonly refundable: boolean
  /**
   * Whether the state expresses how much was refunded. An order moves between these states as the
   * sum grows, and back when a presumed refund turns out not to exist.
   */
  readonly showsRefunds: boolean
  /** Whether no payment and no query about a payment is pending. Refunds may be pending. */
  readonly atRest: boolean
}

/**
 * Every state of an order and its possible next states. All decisions about orders, in TypeScript
 * and in SQL, are derived from this table.
 *
 * Only a person's decision ends `disputed`: by accepting a disputed payment, returning all of it or
 * releasing it; a refund of the order's own payment changes its sums and does not end the dispute. The order
 * returns to `held` when it is not paid and money is still held for it. When there is no payment,
 * `paid_unverified` also ends only by a person's decision: the order becomes `expired` when the
 * service denies the payment or does not know it. A late payment reopens `expired`. Assumes G-09.
 *
 * In `held` the money of a linked wallet is reserved for the order and not captured yet: the order
 * becomes `paid` when the merchant captures it and `cancelled` when it is released. A late payment
 * made in another way reopens `cancelled` too.
 *
 * @see Specification 3
 */
export const orderStates: Readonly<Record<OrderState, OrderStateRule>> = {
  creating: {
    next: ['created', 'expired', 'paid_unverified', 'held', 'paid', 'disputed'],
    payable: true,
    paymentSeen: false,
    refundable: false,
    showsRefunds: false,
    atRest: false,
  },
  created: {
    next: ['expired', 'paid_unverified', 'held', 'paid', 'disputed'],
    payable: true,
    paymentSeen: false,
    refundable: false,
    showsRefunds: false,
    atRest: false,
  },
  expired: {
    next: ['paid_unverified', 'held', 'paid', 'disputed'],
    payable: false,
    paymentSeen: false,
    refundable: false,
    showsRefunds: false,
    atRest: true,
  },
  paid_unverified: {
    next: ['paid', 'disputed'],
    payable: false,
    paymentSeen: true,
    refundable: false,
    showsRefunds: false,
    atRest: false,
  },
  paid: {
    next: ['disputed', 'part_refunded', 'refunded'],
    payable: false,
    paymentSeen: true,
    refundable: true,
    showsRefunds: true,
    atRest: true,
  },
  disputed: {
    next: [],
    payable: false,
    paymentSeen: true,
    refundable: true,
    showsRefunds: false,
    atRest: false,
  },
  part_refunded: {
    next: ['disputed', 'refunded'],
    payable: false,
    paymentSeen: true,
    refundable: true,
    showsRefunds: true,
    atRest: true,
  },
  refunded: {
    next: ['disputed'],
    payable: false,
    paymentSeen: true,
    refundable: true,
    showsRefunds: true,
    atRest: true,
  },
  held: {
    next: ['paid', 'cancelled', 'disputed'],
    payable: false,
    paymentSeen: false,
    refundable: false,
    showsRefunds: false,
    atRest: false,
  },
  cancelled: {
    next: ['paid_unverified', 'paid', 'disputed'],
    payable: false,
    paymentSeen: false,
    refundable: false,
    showsRefunds: false,
    atRest: true,
  },
}

/** The states of a table, in its order. */
export function statesOf<State extends string>(table: Readonly<Record<State, unknown>>): State[] {
  const states: State[] = []
  for (const state in table) states.push(state)
  return states
}

/** All states of an order, in the order of the table. */
export const allOrderStates: readonly OrderState[] = statesOf(orderStates)

/** The states from which an order may go to `state`. */
export function orderStatesBefore(state: OrderState): OrderState[] {
  return allOrderStates.filter((from) => orderStates[from].next.includes(state))
}

/**
 * A list of states as SQL text: literals rather than parameters, because a partial index serves
 * only a query that repeats its condition.
 */
export function stateList(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`
}
