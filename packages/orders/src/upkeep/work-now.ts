import { confirmCallbacks } from '../callbacks/confirm-callbacks.ts'
import type { OrdersContext } from '../orders-context.ts'
import { deliverEvents } from '../webhook/deliver-events.ts'
import { budgetOfInvocation, spending } from './invocation.ts'

/** Within which an invocation begins work for keys; the sweep finds what is left. */
const workMs = 20_000
/** Deliveries for a key: a payment and what may follow it at once. */
const eventsPerKey = 10
/** Percent of the statements that are kept for deliveries. */
const keptForDeliveries = 40

/**
 * Does the work behind keys of the outbox without waiting for the sweep: confirms callbacks, all of them
 * first, and then delivers what there is to deliver for their orders and transfers. It is an accelerator only: a
 * key that never arrives, or arrives twice, changes nothing but the time, and what does not fit into one
 * invocation is left to the sweep.
 *
 * @throws the first failure, once both have had their turn
 */
export async function workThrough(context: OrdersContext, keys: readonly string[]): Promise<void> {
  const whole = budgetOfInvocation(context, workMs)
  const kept = Math.floor((whole.statementsLeft * keptForDeliveries) / 100)
  const confirming = spending(context, whole.part({ kept, ms: workMs / 2 }))
  const [confirmed] = await Promise.allSettled([
    confirmCallbacks(confirming, { limit: keys.length, keys }),
  ])
  const delivering = spending(context, whole.part({ kept: 0, ms: workMs }))
  await deliverEvents(delivering, { limit: keys.length * eventsPerKey, keys })
  if (confirmed.status === 'rejected') throw confirmed.reason
}
