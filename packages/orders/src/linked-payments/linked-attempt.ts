import { eq } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { attempts } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { OrderRows } from '../orders/order-view.ts'
import type { AttemptState } from '../states/attempt-state.ts'

/** A stored payment with a linked wallet, with the data that its transitions need. */
export interface LinkedAttempt {
  readonly orderId: string
  readonly reference: string
  /** Price of the order in whole VND, which the signed request names. */
  readonly amountVnd: number
  /** Loyalty points that pay part of the price; 0 for none. */
  readonly points: number
  /** Whether the shop wants the money held first. */
  readonly holds: boolean
  /** Until when the customer may type the one-time code, in milliseconds since 1970. */
  readonly expiresAtMs: number
  /**
   * End of the lease of its call, in milliseconds since 1970. It tells the call from a later one,
   * whose outcome the answer to this one does not settle.
   */
  readonly leaseUntilMs: number
}

/** How long one call may take before its outcome counts as unknown, in milliseconds. */
export const callLeaseMs = 90_000

/**
 * Wait before a release is requested for a payment of unknown outcome whose money should be held.
 */
export const releaseUnknownAfterMs = 15 * 60_000

/** Whether the newest call of an attempt was stored by the request with this key. */
export async function hasCallKey(
  context: Pick<OrdersContext, 'database'>,
  reference: string,
  callKey: string,
): Promise<boolean> {
  const [attempt] = await openDatabase(context)
    .select({ callKey: attempts.callKey })
    .from(attempts)
    .where(eq(attempts.reference, reference))
  return attempt?.callKey === callKey
}

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

/**
 * The key of the journal line about the end of a payment, or about the request to release its money.
 * A payment can end more than once: a verdict that it was paid may be corrected, after which its
 * outcome is unknown again. The lease of the call, or the time of that correction, tells the ends
 * apart.
 */
export function keyOfEnd(
  kind: 'payment.refused' | 'hold.release_asked' | 'hold.released',
  { reference, leaseUntilMs }: Pick<AttemptRow, 'reference' | 'leaseUntilMs'>,
): string {
  return `${kind}:${reference}:${leaseUntilMs}`
}

const defaultHoldMinutes = 24 * 60

/**
 * How long money may be held before an alert is raised; after twice this time it is released.
 * Assumes G-71.
 */
export function holdMsOf(context: OrdersContext): number {
  return (context.holdMinutes ?? defaultHoldMinutes) * 60_000
}
