import type { AttemptMethod, AttemptView, OrderState } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { type OrderPaths, orderPaths } from './order-paths.ts'

/** What whoever has the key of an order may see of it: nothing about a person, no id of a payment. */
export interface PublicOrder {
  readonly id: string
  /** The key of its addresses. */
  readonly key: string
  /** Its addresses, with the key. */
  readonly paths: OrderPaths
  readonly amountVnd: number
  readonly description: string
  readonly state: OrderState
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** When the payment was confirmed, in seconds since 1970. */
  readonly paidAt?: number
  /** What was paid in money and in points; absent when all of it was money. */
  readonly paid?: { readonly vnd: number; readonly points: number }
  /** Whether money of a linked wallet may have moved while nobody knows yet. */
  readonly unsettled: boolean
  /** Whether the newest try to pay did not go through. */
  readonly failed: boolean
  /** Whether the wallet denies the payment that it had reported, and nothing has paid the order since. */
  readonly denied: boolean
  /** What is back of the payment; nothing of a refund whose outcome is open. */
  readonly returned: { readonly vnd: number; readonly points: number }
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

/** How far the payment of an order is. */
export type OrderProgress = Pick<
  PublicOrder,
  'state' | 'expiresAt' | 'unsettled' | 'failed' | 'denied'
>

/**
 * Reads how far the payment of an order is.
 *
 * @param method how the customer of this page pays; the newest try counts, whatever its method, when left out
 */
export function orderProgress(order: OrderView, method?: AttemptMethod): OrderProgress {
  const { state, expiresAt } = order
  const unsettled = order.attempts.some(({ mayHaveMoved }) => mayHaveMoved)
  const denied = state === 'expired' && order.timeline.some(({ kind }) => kind === 'payment.denied')
  return { state, expiresAt, unsettled, failed: newestHasEnded(order, method), denied }
}

/**
 * Leaves out of an order what a public page must not show.
 *
 * @param key the key of its addresses
 */
export function publicOrder(order: OrderView, key: string): PublicOrder {
  const { id, amountVnd, description, returned, payment, returnUrl } = order
  return {
    ...orderProgress(order),
    id,
    key,
    paths: orderPaths(id, key),
    amountVnd,
    description,
    returned,
    ...(payment !== undefined && { paidAt: payment.confirmedAt }),
    ...(payment !== undefined &&
      payment.points > 0 && { paid: { vnd: payment.vnd, points: payment.points } }),
    ...(returnUrl !== undefined && /^https?:\/\//i.test(returnUrl) && { returnUrl }),
  }
}
