import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../../check-context.ts'
import { readValues } from '../../database/read-values.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { readOrder } from '../../orders/find-order.ts'
import { orderView, type OrderRows } from '../../orders/order-view.ts'
import type { AttemptState } from '../../states/attempt-state.ts'
import { transact } from '../../database/transact.ts'
import { askAfterVerdict, callsRestarted } from '../answers/ask-after-verdict.ts'
import { isUnconfirmed } from '../answers/by-verdict.ts'
import { requestCapture, requestRelease } from './hold-transitions.ts'
import { findLinkedAttempt } from '../linked-attempt.ts'
import type { HoldConflict, HoldOutcome } from '../linked-payments-api.ts'
import { restartHoldCalls, settleHold } from './settle-hold.ts'

type ByState<Value> = Readonly<Partial<Record<AttemptState, Value>>>

/** The states in which the requested capture or release has happened or is under way. */
const reached: {
  readonly capture: ByState<'captured' | 'pending'>
  readonly release: ByState<'released' | 'pending'>
} = {
  capture: { paid: 'captured', capturing: 'pending' },
  release: { released: 'released', releasing: 'pending' },
}

/** The states that conflict with the requested capture or release. */
const conflicts: ByState<HoldConflict> = {
  paid: 'captured',
  released: 'released',
  capturing: 'capturing',
  releasing: 'releasing',
  held: 'in_question',
}

/** The states of a payment whose money may be held by now, or in a moment. */
const mayBeHeld = ['paying', 'confirming', 'payment_unknown'] as const

function outcomeOf(rows: OrderRows, wanted: 'capture' | 'release'): HoldOutcome {
  const order = orderView(rows)
  const open = findLinkedAttempt(rows, ['held', 'capturing', 'releasing', 'payment_unknown'])
  const over = rows.attempts.findLast(
    ({ method, state, heldAtMs }) =>
      method === 'linked-wallet' &&
      (state === 'released' || (state === 'paid' && heldAtMs !== null)),
  )
  const isInQuestion = rows.order.holdsPayment && findLinkedAttempt(rows, mayBeHeld) !== undefined
  if (isInQuestion && (open === undefined || open.state === 'payment_unknown')) {
    return { outcome: 'conflict', hold: 'in_question', order }
  }
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
  if (held !== undefined && wanted === 'capture') await requestCapture(context, held)
  const releasable =
    held ?? (rows.order.holdsPayment ? findLinkedAttempt(rows, ['payment_unknown']) : undefined)
  if (releasable !== undefined && wanted === 'release') {
    await requestRelease(context, releasable, {
      from: releasable.state === 'held' ? 'held' : 'payment_unknown',
      reason: 'asked',
      evidence: 'own record',
      data: {},
    })
  }
  const asked = held ?? releasable ?? findLinkedAttempt(rows, ['capturing', 'releasing'])
  // A call that does the opposite is not repeated for this request.
  const isWanted = asked?.state !== (wanted === 'capture' ? 'releasing' : 'capturing')
  if (asked !== undefined && isWanted) {
    await restartHoldCalls(context, asked.reference)
    await settleHold(context, asked.reference)
  }
  const byVerdict = asked === undefined ? await settleByVerdict(context, rows, wanted) : undefined
  const after = await readOrder(context, orderId)
  if (after === undefined) return { outcome: 'not_found' }
  return byVerdict === undefined
    ? outcomeOf(after, wanted)
    : { ...byVerdict, order: orderView(after) }
}

type OutcomeAgainstVerdict =
  | { readonly outcome: 'captured' | 'released' | 'pending' }
  | { readonly outcome: 'conflict'; readonly hold: HoldConflict }

const outcomesAgainstVerdict = {
  capture: {
    done: { outcome: 'captured' },
    opposite: { outcome: 'conflict', hold: 'released' },
    pending: { outcome: 'pending' },
  },
  release: {
    done: { outcome: 'released' },
    opposite: { outcome: 'conflict', hold: 'captured' },
    pending: { outcome: 'pending' },
  },
} as const satisfies Record<'capture' | 'release', Record<string, OutcomeAgainstVerdict>>

/**
 * Sends the request once more for money that may be held and counts as captured or released by the
 * word of a person alone.
 *
 * @returns `undefined` when there is no such money
 */
async function settleByVerdict(
  context: OrdersContext,
  { attempts }: OrderRows,
  wanted: 'capture' | 'release',
): Promise<OutcomeAgainstVerdict | undefined> {
  const counted = attempts.filter(
    ({ method, state }) =>
      method === 'linked-wallet' &&
      (wanted === 'capture' ? state === 'paid' : state === 'released' || state === 'refused'),
  )
  if (counted.length === 0) return undefined
  const values = await readValues(context, counted.map(isUnconfirmed))
  const held = counted.find((_, place) => Boolean(values[place]))
  if (held === undefined) return undefined
  const now = context.now()
  const isCalling = held.nextCallAtMs !== null && held.leaseUntilMs > now
  if (!isCalling) await transact(context, { decide: callsRestarted(held, now) })
  return outcomesAgainstVerdict[wanted][await askAfterVerdict(context, held.reference)]
}

/**
 * Captures the full amount that is held for an order, on fulfilment. A retry continues where the
 * first call stopped or returns its result; money that was already released is a conflict.
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
  checkContext('captureOrder', context)
  checkArguments('captureOrder', {}, { orderId })
  return settle(context, orderId, 'capture')
}

/**
 * Releases the money that is held for an order; also when it is unknown whether money is held. A
 * retry continues where the first call stopped or returns its result.
 *
 * @see Specification 3
 */
export function releaseOrder(context: OrdersContext, orderId: string): Promise<HoldOutcome> {
  checkContext('releaseOrder', context)
  checkArguments('releaseOrder', {}, { orderId })
  return settle(context, orderId, 'release')
}
