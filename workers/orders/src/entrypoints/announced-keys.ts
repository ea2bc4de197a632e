import { eventKey, transferEventKey } from '@merchant-edge/orders/upkeep'
import type { OrderView, TransferView } from '@merchant-edge/orders/webhook'

/** Key of the outbox row that holds the event of a refund. */
export function keyOfRefund(orderId: string, refundId: string): string {
  return eventKey({ orderId, type: 'order.refunded', once: refundId })
}

/** Keys of outbox rows that may have the event of a verdict on a refund. */
export function keysOfVerdict({
  order,
  refund,
}: {
  readonly order: Pick<OrderView, 'id'>
  readonly refund: { readonly id: string }
}): string[] {
  const orderId = order.id
  const types = ['order.refunded', 'order.refund_confirmed', 'order.refund_refused'] as const
  const names = [refund.id, `${refund.id}:money`, `${refund.id}:points`]
  return types.flatMap((type) => names.map((once) => eventKey({ orderId, type, once })))
}

/**
 * Keys of outbox rows that may be due after the payment of an order has changed. From any such key
 * the queue consumer finds all waiting events of the order.
 */
export function keysOfOrder({ id, attempts }: OrderView): string[] {
  const held = attempts
    .filter(({ method }) => method === 'linked-wallet')
    .map(({ reference }) => eventKey({ orderId: id, type: 'order.held', once: reference }))
  return [eventKey({ orderId: id, type: 'order.paid', once: '' }), ...held]
}

const eventOfTransfer = {
  succeeded: 'transfer.succeeded',
  refused: 'transfer.failed',
  unknown: 'transfer.unknown',
} as const

/** Keys of outbox rows with the events of a transfer; none while it is under way. */
export function keysOfTransfer({ id, state }: TransferView): string[] {
  return state === 'requested'
    ? []
    : [transferEventKey({ type: eventOfTransfer[state], transferId: id })]
}
