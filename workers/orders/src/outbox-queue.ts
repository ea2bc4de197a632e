import type { Clock } from '@merchant-edge/orders'

/** Keys of outbox rows that have work to do, at most 25 in one message. */
export type OutboxKeys = readonly string[]

/** The Worker's own end of the queue, and of the request that puts something on it. */
export interface QueueSender {
  readonly queue: Queue<OutboxKeys>
  readonly context: Pick<ExecutionContext, 'waitUntil'>
}

/**
 * Puts outbox keys on the queue, so that work need not wait for the cron trigger. A message that gets lost
 * costs time only, for the sweep finds the same work.
 */
export interface OutboxQueue {
  /** Announces a key, in one message with those of other requests of the same moment. */
  enqueue(sender: QueueSender, key: string): void
  /**
   * Announces the key of a callback whose order is not known yet, to be looked at again after 1, 5 and 30
   * seconds: it may have overtaken the answer that names the order.
   */
  enqueueOrphan(sender: QueueSender, key: string): void
}

/** How long keys are gathered before they are sent. */
const gatherMs = 50
/** After this time a request that gathers counts as cut off. */
const gatheringEndsMs = 1_000
const keysPerMessage = 25
/** Most that the queue takes at once. */
const messagesPerBatch = 100

const orphanDelaysSeconds = [1, 5, 30]

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size))
  return chunks
}

/** Puts keys on the queue, in as few messages as they fit into. */
export async function sendKeys(
  queue: Pick<Queue<OutboxKeys>, 'sendBatch'>,
  keys: readonly string[],
): Promise<void> {
  const messages = chunksOf(keys, keysPerMessage).map((body) => ({ body }))
  for (const batch of chunksOf(messages, messagesPerBatch)) await queue.sendBatch(batch)
}

/**
 * Makes the sender of this isolate. Keys are gathered, because a message for each would cost a tenth of the
 * rate at which callbacks are put on disk.
 */
export function createOutboxQueue(clock: Pick<Clock, 'now' | 'sleep'>): OutboxQueue {
  let gathered: string[] = []
  let gatheringSince = 0

  async function gatherAndSend(queue: Queue<OutboxKeys>): Promise<void> {
    await clock.sleep(gatherMs)
    const keys = gathered
    gathered = []
    await sendKeys(queue, keys)
  }

  return {
    enqueue({ queue, context }, key) {
      gathered.push(key)
      const now = clock.now()
      if (gathered.length > 1 && now - gatheringSince < gatheringEndsMs) return
      gatheringSince = now
      context.waitUntil(gatherAndSend(queue).catch(() => {}))
    },
    enqueueOrphan({ queue, context }, key) {
      const messages = orphanDelaysSeconds.map((delaySeconds) => ({ body: [key], delaySeconds }))
      context.waitUntil(queue.sendBatch(messages).catch(() => {}))
    },
  }
}
