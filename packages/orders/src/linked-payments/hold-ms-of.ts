import type { OrdersContext } from '../orders-context.ts'

const defaultHoldMinutes = 24 * 60

/** How long money may be held before an alert; after twice this time it is given back. Assumes G-71. */
export function holdMsOf(context: OrdersContext): number {
  return (context.holdMinutes ?? defaultHoldMinutes) * 60_000
}
