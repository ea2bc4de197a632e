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

/** What putting a callback on disk needs. */
export interface CallbackReceiver {
  readonly database: D1Database
  readonly clock: Clock
  readonly group: CallbackGroup
  readonly outboxQueue: OutboxQueue
  readonly sender: QueueSender
}

/**
 * Puts a verified callback on disk, with those that arrive at the same moment, and announces its
 * confirmation. It needs no setting of the Worker: a variable that is missing must not refuse a callback.
 *
 * @returns once it is durable
 */
export async function receiveCallback(
  { database, clock, group, outboxQueue, sender }: CallbackReceiver,
  callback: CallbackRecord,
): Promise<RecordOutcome> {
  const write: WriteCallbacks = (callbacks) => {
    const written = recordCallbacks({ database, now: clock.now }, callbacks)
    // The batch holds callbacks of other requests too, which must not lose it when this one is cut off.
    sender.context.waitUntil(written.catch(() => {}))
    return written
  }
  const outcome = await group.record(write, callback)
  const key = callbackKey(callback)
  if (outcome === 'recorded') outboxQueue.enqueue(sender, key)
  if (outcome === 'orphan') outboxQueue.enqueueOrphan(sender, key)
  return outcome
}
