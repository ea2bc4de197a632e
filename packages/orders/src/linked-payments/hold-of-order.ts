import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, type OrderRows } from '../orders/order-view.ts'
import type { AttemptState } from '../states/attempt-state.ts'
import { askCapture, askRelease } from './hold-transitions.ts'
import { findLinkedAttempt } from './linked-attempt.ts'
import type { HoldConflict, HoldOutcome } from './linked-payments-api.ts'
import { askAgain, settleHold } from './settle-hold.ts'

type ByState<Value> = Readonly<Partial<Record<AttemptState, Value>>>

/** The states in which what was asked for has happened, or will. */
const reached: {
  readonly capture: ByState<'captured' | 'pending'>
  readonly release: ByState<'released' | 'pending'>
} = {
  capture: { paid: 'captured', capturing: 'pending' },
  release: { released: 'released', releasing: 'pending' },
}

/** The states that stand against it otherwise. */
const conflicts: ByState<HoldConflict> = {
  paid: 'captured',
  released: 'released',
  capturing: 'capturing',
  releasing: 'releasing',
  held: 'in_question',
}

function outcomeOf(rows: OrderRows, wanted: 'capture' | 'release'): HoldOutcome {
  const order = orderView(rows)
  const open = findLinkedAttempt(rows, ['held', 'capturing', 'releasing', 'payment_unknown'])
  const over = rows.attempts.findLast(
    ({ method, state, heldAtMs }) =>
      method === 'linked-wallet' &&
      (state === 'released' || (state === 'paid' && heldAtMs !== null)),
  )
  const state = open?.state ?? over?.state
  if (state === undefined) return { outcome: 'not_held', order }
  const outcome = reached[wanted][state]
  if (outcome !== undefined) return { outcome, order }
  const hold = conflicts[state]
  return hold === undefined ? { outcome: 'not_held', order } : { outcome: 'conflict', hold, order }
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
  if (asked !== undefined) {
    await askAgain(context, asked.reference)
    await settleHold(context, asked.reference)
  }
  const after = await readOrder(context, orderId)
  return after === undefined ? { outcome: 'not_found' } : outcomeOf(after, wanted)
}

/**
 * Takes all of the money that is held for an order, on fulfilment. Repeated, it goes on where it stopped or
 * returns the result; money that went back is a conflict, not a result.
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
 *   return outcome // "captured", "released", "pending" until the service has answered, or "conflict"
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
