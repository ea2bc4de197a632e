import type { OrderState } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'

/** What anybody with the address may see of an order: nothing about a person, no id of a payment. */
export interface PublicOrder {
  readonly id: string
  readonly amountVnd: number
  readonly description: string
  readonly state: OrderState
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** When the payment was confirmed, in seconds since 1970. */
  readonly paidAt?: number
  /** Whether money of a linked wallet may have moved while nobody knows yet. */
  readonly unsettled: boolean
  readonly refunded: { readonly vnd: number; readonly points: number }
  /** Address in the shop; its origin has been checked by the orders Worker. */
  readonly returnUrl?: string
}

/** Leaves out of an order what a public page must not show. */
export function publicOrder(order: OrderView): PublicOrder {
  const { id, amountVnd, description, state, expiresAt, refunded, payment, returnUrl } = order
  return {
    id,
    amountVnd,
    description,
    state,
    expiresAt,
    unsettled: order.attempts.some(({ mayHaveMoved }) => mayHaveMoved),
    refunded,
    ...(payment !== undefined && { paidAt: payment.confirmedAt }),
    ...(returnUrl !== undefined && /^https?:\/\//i.test(returnUrl) && { returnUrl }),
  }
}
