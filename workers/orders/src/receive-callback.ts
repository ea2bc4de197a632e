import type { Clock } from '@merchant-edge/orders'
import {
  callbackKey,
  recordCallbacks,
  type CallbackGroup,
  type CallbackRecord,
  type RecordOutcome,
  type WriteCallbacks,
} from '@merchant-edge/orders/callbacks'
import type { OutboxQueue, QueueSender } from './outbox-queue.ts'

/** Dependencies of storing a callback. */
export interface CallbackReceiver {
  readonly database: D1Database
  readonly clock: Clock
  readonly group: CallbackGroup
  readonly outboxQueue: OutboxQueue
  readonly sender: QueueSender
}

/**
 * Stores a verified callback, together with those that arrive at the same time, and announces its
 * confirmation. It needs no setting of the Worker, because a missing variable must not reject a
 * callback.
 *
 * @returns after the callback is durable
 */
export async function receiveCallback(
  { database, clock, group, outboxQueue, sender }: CallbackReceiver,
  callback: CallbackRecord,
): Promise<RecordOutcome> {
  const write: WriteCallbacks = (callbacks) => {
    const written = recordCallbacks({ database, now: clock.now }, callbacks)
    // The batch contains callbacks of other requests too, so it must complete even when this
    // request is cancelled.
    sender.context.waitUntil(written.catch(() => {}))
    return written
  }
  const outcome = await group.record(write, callback)
  const key = callbackKey(callback)
  if (outcome === 'recorded') outboxQueue.enqueue(sender, key)
  if (outcome === 'orphan') outboxQueue.enqueueOrphan(sender, key)
  return outcome
}
