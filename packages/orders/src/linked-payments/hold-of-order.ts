import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, type OrderRows } from '../orders/order-view.ts'
import { askCapture, askRelease } from './hold-transitions.ts'
import { findLinkedAttempt } from './linked-attempt.ts'
import type { HoldOutcome } from './linked-payments-api.ts'
import { settleHold } from './settle-hold.ts'

function outcomeOf(rows: OrderRows, wanted: 'capture' | 'release'): HoldOutcome {
  const order = orderView(rows)
  const open = findLinkedAttempt(rows, ['held', 'capturing', 'releasing', 'payment_unknown'])
  const over = rows.attempts.findLast(
    ({ method, state, heldAtMs }) =>
      method === 'linked-wallet' &&
      (state === 'released' || (state === 'paid' && heldAtMs !== null)),
  )
  const state = open?.state ?? over?.state
  if (state === 'released') return { outcome: 'released', order }
  if (state === 'paid') return { outcome: wanted === 'capture' ? 'captured' : 'conflict', order }
  if (state === 'capturing')
    return { outcome: wanted === 'capture' ? 'pending' : 'conflict', order }
  if (state === 'releasing')
    return { outcome: wanted === 'release' ? 'pending' : 'conflict', order }
  if (state === 'held') return { outcome: 'conflict', order }
  return { outcome: 'not_held', order }
}

async function settle(
  context: OrdersContext,
  orderId: string,
  wanted: 'capture' | 'release',
): Promise<HoldOutcome> {
  const rows = await readOrder(context, orderId)
  if (rows === undefined) return { outcome: 'not_found' }
  const held = findLinkedAttempt(rows, ['held'])
  if (held !== undefined && wanted === 'capture') await askCapture(context, held)
  const releasable =
    held ?? (rows.order.holdsPayment ? findLinkedAttempt(rows, ['payment_unknown']) : undefined)
  if (releasable !== undefined && wanted === 'release') {
    await askRelease(context, releasable, {
      from: releasable.state === 'held' ? 'held' : 'payment_unknown',
      reason: 'asked',
      evidence: 'own record',
      data: {},
    })
  }
  const asked = held ?? releasable ?? findLinkedAttempt(rows, ['capturing', 'releasing'])
  if (asked !== undefined) await settleHold(context, asked.reference)
  const after = await readOrder(context, orderId)
  return after === undefined ? { outcome: 'not_found' } : outcomeOf(after, wanted)
}

/**
 * Takes the money that is held for an order, on fulfilment. Repeated, it goes on where it stopped or
 * returns the result.
 *
 * @see Specification 3
 *
 * @example
 * ```ts
 * import { captureOrder, releaseOrder, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function ship(context: OrdersContext, orderId: string, inStock: boolean): Promise<string> {
 *   const settle = inStock ? captureOrder : releaseOrder
 *   const { outcome } = await settle(context, orderId)
 *   return outcome // "captured", "released", or "pending" until the service has answered
 * }
 * ```
 */
export function captureOrder(context: OrdersContext, orderId: string): Promise<HoldOutcome> {
  return settle(context, orderId, 'capture')
}

/**
 * Gives the money that is held for an order back, or asks for its return where it is unknown whether it is held.
 * Repeated, it goes on where it stopped or returns the result.
 *
 * @see Specification 3
 */
export function releaseOrder(context: OrdersContext, orderId: string): Promise<HoldOutcome> {
  return settle(context, orderId, 'release')
}
