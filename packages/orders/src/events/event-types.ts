import type { AlertEventType, OrderEventType, TransferEventType } from './events-api.ts'

const types: Readonly<Record<OrderEventType | TransferEventType | AlertEventType, true>> = {
  'order.paid': true,
  'order.payment_corrected': true,
  'order.disputed': true,
  'order.dispute_ended': true,
  'order.refunded': true,
  'order.refund_confirmed': true,
  'order.refund_withdrawn': true,
  'order.refund_refused': true,
  'order.expired': true,
  'order.held': true,
  'order.cancelled': true,
  'transfer.succeeded': true,
  'transfer.failed': true,
  'transfer.unknown': true,
  'alert.raised': true,
  'alert.closed': true,
}

/** Every type of an event. */
export const eventTypes: readonly string[] = Object.keys(types)
