import type { OrderView } from '@merchant-edge/orders/api'
import { orderStates } from '@merchant-edge/orders/states'

/**
 * An attempt expires a minute after its time if the service answers; five minutes leave room for
 * that.
 */
const graceSeconds = 5 * 60

/**
 * Whether a person may have to declare an order unpaid: it is paid only according to a callback, or
 * the query about a payment whose time is over has no usable answer.
 */
export function mayNeedDenial(order: OrderView, now: number): boolean {
  if (order.state === 'paid_unverified') return true
  return (
    orderStates[order.state].payable &&
    order.attempts.some(
      ({ live, mayHaveMoved, serviceOrderId, expiresAt }) =>
        live &&
        !mayHaveMoved &&
        serviceOrderId !== undefined &&
        expiresAt !== undefined &&
        expiresAt + graceSeconds <= now,
    )
  )
}
