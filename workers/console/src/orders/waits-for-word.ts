import type { OrderView } from '@merchant-edge/orders/api'
import { orderStates } from '@merchant-edge/orders/states'

/** An attempt is called expired a minute behind its time where the service answers; five leave that minute room. */
const graceSeconds = 5 * 60

/**
 * Whether a person may have to say that an order is not paid: a callback alone calls it paid, or the question about a payment
 * that is over has no answer to act on.
 */
export function waitsForWord(order: OrderView, now: number): boolean {
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
