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

/** Where a refund stands. */
export type RefundState = 'reserved' | 'refunded' | 'part_settled' | 'refund_unknown' | 'refused'
