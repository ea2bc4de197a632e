import type { AttemptMethod, AttemptView, OrderState } from '@merchant-edge/orders/api'
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
  /** Whether the newest try to pay did not go through. */
  readonly failed: boolean
  readonly refunded: { readonly vnd: number; readonly points: number }
  /** Address in the shop; its origin has been checked by the orders Worker. */
  readonly returnUrl?: string
}

function newestHasEnded({ attempts }: OrderView, method?: AttemptMethod): boolean {
  const ofMethod = attempts.filter((attempt) => method === undefined || attempt.method === method)
  const newest = ofMethod.reduce<AttemptView | undefined>(
    (latest, attempt) =>
      latest === undefined || attempt.createdAt >= latest.createdAt ? attempt : latest,
    undefined,
  )
  return newest !== undefined && !newest.live && newest.state !== 'paid'
}

/**
 * Leaves out of an order what a public page must not show.
 *
 * @param method how the customer of this page pays; the newest try counts, whatever its method, when left out
 */
export function publicOrder(order: OrderView, method?: AttemptMethod): PublicOrder {
  const { id, amountVnd, description, state, expiresAt, refunded, payment, returnUrl } = order
  return {
    id,
    amountVnd,
    description,
    state,
    expiresAt,
    unsettled: order.attempts.some(({ mayHaveMoved }) => mayHaveMoved),
    failed: newestHasEnded(order, method),
    refunded,
    ...(payment !== undefined && { paidAt: payment.confirmedAt }),
    ...(returnUrl !== undefined && /^https?:\/\//i.test(returnUrl) && { returnUrl }),
  }
}
