/** What an event about an order tells. */
export type OrderEventType =
  | 'order.paid'
  | 'order.disputed'
  | 'order.refunded'
  | 'order.expired'
  | 'order.held'
  | 'order.cancelled'

/** What an event about a transfer tells. */
export type TransferEventType = 'transfer.succeeded' | 'transfer.failed' | 'transfer.unknown'
