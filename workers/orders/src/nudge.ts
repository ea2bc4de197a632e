const gatherMs = 20
const givenUpMs = 1_000
const batchMax = 100

let waiting: string[] = []
let gatheringSince = 0

async function send(queue: Queue<string>): Promise<void> {
  await scheduler.wait(gatherMs)
  const keys = waiting
  waiting = []
  for (let from = 0; from < keys.length; from += batchMax) {
    const messages = keys.slice(from, from + batchMax).map((body) => ({ body }))
    await queue.sendBatch(messages)
  }
}

/**
 * Announces an outbox key to the queue consumer, together with those of other requests of the same
 * moment: one message each would cost more than the callbacks themselves. A nudge that gets lost costs
 * time only, for the sweep finds the same work.
 */
export function nudge(
  context: Pick<ExecutionContext, 'waitUntil'>,
  queue: Queue<string>,
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
export function nudgeLater(
  context: Pick<ExecutionContext, 'waitUntil'>,
  queue: Queue<string>,
  key: string,
): void {
  const messages = [1, 5, 30].map((delaySeconds) => ({ body: key, delaySeconds }))
  context.waitUntil(queue.sendBatch(messages).catch(() => {}))
}
