import type { AttemptMethod, AttemptView, OrderState } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { type OrderPaths, orderPaths } from './order-paths.ts'

/** The part of an order that a holder of its key may see: no personal data, no id of a payment. */
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
  /** Paid money and points; absent when everything was paid with money. */
  readonly paid?: { readonly vnd: number; readonly points: number }
  /** Whether it is unknown if money of a linked wallet has moved. */
  readonly unsettled: boolean
  /** Whether the newest try to pay is over without a payment. */
  readonly failed: boolean
  /**
   * Whether that try is over only because its time is: nobody has said that it failed, and a payment
   * of the last moment may still be found.
   */
  readonly lapsed: boolean
  /**
   * Whether the service denies the payment that its callback reported, and no other payment has
   * paid the order since.
   */
  readonly denied: boolean
  /** Refunded amounts, without refunds of open outcome. */
  readonly returned: { readonly vnd: number; readonly points: number }
  /** Address in the shop; its origin has been checked by the orders Worker. */
  readonly returnUrl?: string
}

function newestOf({ attempts }: OrderView, method?: AttemptMethod): AttemptView | undefined {
  const ofMethod = attempts.filter((attempt) => method === undefined || attempt.method === method)
  return ofMethod.reduce<AttemptView | undefined>(
    (latest, attempt) =>
      latest === undefined || attempt.createdAt >= latest.createdAt ? attempt : latest,
    undefined,
  )
}

/** A code of a linked wallet that was not typed in time charges nothing. */
function hasLapsed({ timeline }: OrderView, { state, method, reference }: AttemptView): boolean {
  if (state !== 'expired' || method === 'linked-wallet') return false
  return !timeline.some(
    ({ kind, facts }) => kind === 'attempt.failed' && facts['reference'] === reference,
  )
}

/** State of the payment of an order. */
export type OrderProgress = Pick<
  PublicOrder,
  'state' | 'expiresAt' | 'unsettled' | 'failed' | 'lapsed' | 'denied'
>

/**
 * Determines the state of the payment of an order.
 *
 * @param method payment method of this page; when left out, the newest try of any method counts
 */
export function orderProgress(order: OrderView, method?: AttemptMethod): OrderProgress {
  const { state, expiresAt } = order
  const unsettled = order.attempts.some(({ mayHaveMoved }) => mayHaveMoved)
  const denied = state === 'expired' && order.timeline.some(({ kind }) => kind === 'payment.denied')
  const newest = newestOf(order, method)
  const failed = newest !== undefined && !newest.live && newest.state !== 'paid'
  const lapsed = failed && hasLapsed(order, newest)
  return { state, expiresAt, unsettled, failed, lapsed, denied }
}

/**
 * Reduces an order to the part that a public page may show.
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
