import type { QueueSender } from '../outbox-queue.ts'
import { createOutboxQueue } from '../outbox-queue.ts'
import { clock } from '../runtime.ts'

/** One per isolate, not per request: keys of concurrent calls share a queue message. */
export const outboxQueue = createOutboxQueue(clock)

/** The execution context of an RPC call. */
type CallContext = QueueSender['context']

/**
 * Lets work continue when the caller has disconnected, for example because a customer closed the
 * page. The service's answer to a call that moves money must be stored, because it cannot be
 * queried again.
 */
export function keepRunning<Result>(context: CallContext, work: Promise<Result>): Promise<Result> {
  context.waitUntil(work.catch(() => {}))
  return work
}

/** Announces outbox rows with due work to the queue consumer. */
export function announce(sender: QueueSender, keys: readonly string[]): void {
  for (const key of keys) outboxQueue.enqueue(sender, key)
}
