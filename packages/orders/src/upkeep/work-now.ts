import {
  callbacksToConfirm,
  confirmCallbacks,
  statementsPerConfirmation,
} from '../callbacks/confirm-callbacks.ts'
import { budgetOfInvocation, spending } from '../database/invocation.ts'
import { dueKeys } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { deliverEvents, statementsPerDelivery } from '../webhook/deliver-events.ts'
import { eventsToSend } from '../webhook/due-events.ts'

/** Within which an invocation begins work for keys; the sweep finds what is left. */
const workMs = 20_000
/** Deliveries for a key: a payment and what may follow it at once. */
const eventsPerKey = 10
/** Percent of the statements that are kept for deliveries. */
const keptForDeliveries = 40

/** The keys of the rows that are still due behind some keys. */
async function keysDue(context: OrdersContext, keys: readonly string[]): Promise<string[]> {
  const due = await Promise.all([
    dueKeys(context, callbacksToConfirm(keys.length, keys)),
    ...context.endpoints.map(({ id }) =>
      dueKeys(context, eventsToSend(id, { limit: keys.length, keys })),
    ),
  ])
  return due.flat()
}

/**
 * Does the work behind keys of the outbox without waiting for the sweep: confirms callbacks, all of them
 * first, and then delivers what there is to deliver for their orders and transfers. It is an accelerator only: a
 * key that never arrives, or arrives twice, changes nothing but the time.
 *
 * @returns keys behind which work is left that did not fit into this invocation, to be announced again; none
 *   when nothing at all could be done, which is left to the sweep
 * @throws the first failure, once both have had their turn
 */
export async function workThrough(
  context: OrdersContext,
  keys: readonly string[],
): Promise<readonly string[]> {
  const whole = budgetOfInvocation(context, workMs)
  const kept = Math.floor((whole.statementsLeft * keptForDeliveries) / 100)
  const toConfirm = whole.part({ kept, ms: workMs / 2 })
  const [confirmed] = await Promise.allSettled([
    confirmCallbacks(spending(context, toConfirm), { limit: keys.length, keys }),
  ])
  const isConfirmed = toConfirm.roomFor(statementsPerConfirmation) > 0
  const toDeliver = whole.part({ kept: 0, ms: workMs })
  const { delivered, failed } = await deliverEvents(spending(context, toDeliver), {
    limit: keys.length * eventsPerKey,
    keys,
  })
  if (confirmed.status === 'rejected') throw confirmed.reason
  const isDelivered = toDeliver.roomFor(statementsPerDelivery) > 0
  const { settled, matched } = confirmed.value
  if ((isConfirmed && isDelivered) || settled + matched + delivered + failed === 0) return []
  return keysDue(context, keys)
}
