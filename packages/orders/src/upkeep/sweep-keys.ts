import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import {
  callbacksToConfirm,
  confirmCallbacks,
  statementsPerConfirmation,
} from '../callbacks/confirm-callbacks.ts'
import { budgetOfInvocation, spending } from '../database/drivers/invocation.ts'
import { dueKeys } from '../events/outbox.ts'
import { logFailure } from '../log-failure.ts'
import type { OrdersContext } from '../orders-context.ts'
import { deliverEvents, statementsPerDelivery } from '../webhook/deliver-events.ts'
import { eventsToSend } from '../webhook/due-events.ts'

/** An invocation starts work for keys only within this time; the sweep does the rest. */
const workMs = 20_000
/** Maximum deliveries per key: a payment and events that may follow it immediately. */
const eventsPerKey = 10
/** Percentage of the statements that is reserved for deliveries. */
const keptForDeliveries = 40

/** Those of the given keys whose rows are still due. */
async function keysStillDue(context: OrdersContext, keys: readonly string[]): Promise<string[]> {
  const due = await Promise.all([
    dueKeys(context, callbacksToConfirm(keys.length, keys)),
    ...context.endpoints.map(({ id }) =>
      dueKeys(context, eventsToSend(id, { limit: keys.length, keys })),
    ),
  ])
  return due.flat()
}

/** Logs why work has failed: the queue retries the keys, and tells nobody why. */
async function orLog<Done>(
  context: OrdersContext,
  work: string,
  run: () => Promise<Done>,
): Promise<Done> {
  try {
    return await run()
  } catch (error) {
    logFailure(context, { work }, error)
    throw error
  }
}

/**
 * Does the work of some outbox keys without waiting for the sweep: first confirms all
 * callbacks, then delivers the events of their orders and transfers. This is only an accelerator: a
 * key that is lost or arrives twice changes nothing but the timing.
 *
 * @returns keys whose work did not fit into this invocation and that should be queued again; none
 *   when nothing could be done at all, which is left to the sweep
 * @throws the first failure, after both parts have run; each is logged
 */
export async function sweepKeys(
  context: OrdersContext,
  keys: readonly string[],
): Promise<readonly string[]> {
  checkContext('sweepKeys', context)
  checkArguments('sweepKeys', { keys })
  const whole = budgetOfInvocation(context, workMs)
  const kept = Math.floor((whole.statementsLeft * keptForDeliveries) / 100)
  const toConfirm = whole.part({ kept, ms: workMs / 2 })
  const [confirmed] = await Promise.allSettled([
    orLog(context, 'announced callbacks', () =>
      confirmCallbacks(spending(context, toConfirm), { limit: keys.length, keys }),
    ),
  ])
  const isConfirmed = toConfirm.roomFor(statementsPerConfirmation) > 0
  const toDeliver = whole.part({ kept: 0, ms: workMs })
  const { delivered, failed } = await orLog(context, 'announced events', () =>
    deliverEvents(spending(context, toDeliver), { limit: keys.length * eventsPerKey, keys }),
  )
  if (confirmed.status === 'rejected') throw confirmed.reason
  const isDelivered = toDeliver.roomFor(statementsPerDelivery) > 0
  const { settled, matched } = confirmed.value
  if ((isConfirmed && isDelivered) || settled + matched + delivered + failed === 0) return []
  return keysStillDue(context, keys)
}
