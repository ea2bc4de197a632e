import type { QueueSender } from '../outbox-queue.ts'
import { createOutboxQueue } from '../outbox-queue.ts'
import { clock } from '../runtime.ts'

/** Of this isolate, not of a request: what calls of the same moment announce shares a message. */
export const outboxQueue = createOutboxQueue(clock)

/** The request behind a call over RPC. */
type CallContext = QueueSender['context']

/**
 * Lets work go on when the caller has gone away, a customer who closes the page above all: what the service answers to a
 * call that moves money must be written down, for nothing can ask it again.
 */
export function goOn<Result>(context: CallContext, work: Promise<Result>): Promise<Result> {
  context.waitUntil(work.catch(() => {}))
  return work
}

/** Tells the queue consumer of rows of the outbox that have work to do. */
export function announce(sender: QueueSender, keys: readonly string[]): void {
  for (const key of keys) outboxQueue.enqueue(sender, key)
}
