/**
 * State of a disputed payment: not decided yet, accepted as the order's payment, fully refunded, or
 * released to another order, as another name of the payment that counts, or because it was never
 * made. A person may open a released one again; so does the service when it confirms one that was
 * never made.
 */
export type DisputedPaymentState = 'open' | 'accepted' | 'returned' | 'released'

/** All states of a disputed payment, for the CHECK of its table. */
export const allDisputedPaymentStates: readonly DisputedPaymentState[] = [
  'open',
  'accepted',
  'returned',
  'released',
]
