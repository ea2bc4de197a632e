import type { OrdersContext } from '../orders-context.ts'
import type { OrderRows } from '../orders/order-view.ts'
import type { AttemptState } from '../states/attempt-state.ts'

/** A payment with a linked wallet that is on disk, and what its records need. */
export interface LinkedAttempt {
  readonly orderId: string
  readonly reference: string
  /** Price of the order in whole VND, which the signed request names. */
  readonly amountVnd: number
  /** Points of the price; 0 for none. */
  readonly points: number
  /** Whether the shop wants the money held first. */
  readonly holds: boolean
  /** Until when the customer may type the one-time code, in milliseconds since 1970. */
  readonly expiresAtMs: number
}

/** How long one call may take before its outcome counts as unknown, in milliseconds. */
export const callLeaseMs = 90_000

/** Rest before a payment of unknown outcome, which was to be held, is asked to be released. */
export const releaseUnknownAfterMs = 15 * 60_000

/** An attempt as it is stored. */
export type AttemptRow = OrderRows['attempts'][number]

/** The newest payment with a linked wallet in one of the states. */
export function findLinkedAttempt(
  rows: OrderRows,
  states: readonly AttemptState[],
): AttemptRow | undefined {
  return rows.attempts.findLast(
    ({ method, state }) => method === 'linked-wallet' && states.includes(state),
  )
}

const defaultHoldMinutes = 24 * 60

/** How long money may be held before an alert; after twice this time it is given back. Assumes G-71. */
export function holdMsOf(context: OrdersContext): number {
  return (context.holdMinutes ?? defaultHoldMinutes) * 60_000
}
