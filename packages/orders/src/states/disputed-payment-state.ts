/**
 * What has become of a payment that does not simply pay its order: a person has yet to decide, it counts as
 * the order's, all of it is back, or it is the payment of another order.
 */
export type DisputedPaymentState = 'open' | 'accepted' | 'returned' | 'released'

/** All states of a disputed payment. */
export const allDisputedPaymentStates: readonly DisputedPaymentState[] = [
  'open',
  'accepted',
  'returned',
  'released',
]
