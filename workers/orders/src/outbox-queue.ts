const gatherMs = 50
const givenUpMs = 1_000
const keysMax = 25
/** Most that the queue takes at once. */
const messagesMax = 100

let waiting: string[] = []
let gatheringSince = 0

async function send(queue: Queue<OutboxKeys>): Promise<void> {
  await scheduler.wait(gatherMs)
  const keys = waiting
  waiting = []
  const messages: { body: OutboxKeys }[] = []
  for (let from = 0; from < keys.length; from += keysMax) {
    messages.push({ body: keys.slice(from, from + keysMax) })
  }
  for (let from = 0; from < messages.length; from += messagesMax) {
    await queue.sendBatch(messages.slice(from, from + messagesMax))
  }
}

/** Keys of outbox rows that have work to do, at most 25 in one message. */
export type OutboxKeys = readonly string[]

/**
 * Announces an outbox key to the queue consumer, in one message with those of other requests of the
 * same moment: a message each would cost a tenth of the rate of callbacks. A message that gets lost costs
 * time only, for the sweep finds the same work.
 */
export function enqueue(
  context: Pick<ExecutionContext, 'waitUntil'>,
  queue: Queue<OutboxKeys>,
  key: string,
): void {
  waiting.push(key)
  const now = Date.now()
  // The request that gathers may be cut off; then the next one takes over.
  if (waiting.length > 1 && now - gatheringSince < givenUpMs) return
  gatheringSince = now
  context.waitUntil(send(queue).catch(() => {}))
}

/**
 * Announces the outbox key of a callback whose order is not known yet, to be looked at again after 1, 5
 * and 30 seconds: it may have overtaken the answer that names the order.
 */
export function enqueueOrphan(
  context: Pick<ExecutionContext, 'waitUntil'>,
  queue: Queue<OutboxKeys>,
  key: string,
): void {
  const messages = [1, 5, 30].map((delaySeconds) => ({ body: [key], delaySeconds }))
  context.waitUntil(queue.sendBatch(messages).catch(() => {}))
}
