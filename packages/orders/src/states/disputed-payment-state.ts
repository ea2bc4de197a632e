/**
 * What has become of a payment that does not simply pay its order: a person has yet to decide, it counts as
 * the order's, or all of it is back.
 */
export type DisputedPaymentState = 'open' | 'accepted' | 'returned'

/** All states of a disputed payment. */
export const allDisputedPaymentStates: readonly DisputedPaymentState[] = [
  'open',
  'accepted',
  'returned',
]
