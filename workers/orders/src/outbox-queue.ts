import type { Clock } from '@merchant-edge/orders'

/** Keys of outbox rows that have work to do, at most 25 in one message. */
export type OutboxKeys = readonly string[]

/** The queue binding, and the context of the sending request. */
export interface QueueSender {
  readonly queue: Queue<OutboxKeys>
  readonly context: Pick<ExecutionContext, 'waitUntil'>
}

/**
 * Sends outbox keys to the queue, so that work need not wait for the cron trigger. A lost message
 * only costs time, because the sweep finds the same work.
 */
export interface OutboxQueue {
  /** Announces a key, in one message with those of concurrent requests. */
  enqueue(sender: QueueSender, key: string): void
  /**
   * Announces the key of a callback whose order is not known yet, to be retried after 1, 5 and 30
   * seconds: it may have overtaken the answer that names the order.
   */
  enqueueOrphan(sender: QueueSender, key: string): void
}

/** How long keys are gathered before they are sent. */
const gatherMs = 50
/** After this time a gathering request counts as cancelled. */
const gatheringEndsMs = 1_000
const keysPerMessage = 25
/** Maximum messages that the queue accepts at once. */
const messagesPerBatch = 100

const orphanDelaysSeconds = [1, 5, 30]

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size))
  return chunks
}

/** Sends keys to the queue, in as few messages as possible. */
export async function sendKeys(
  queue: Pick<Queue<OutboxKeys>, 'sendBatch'>,
  keys: readonly string[],
): Promise<void> {
  const messages = chunksOf(keys, keysPerMessage).map((body) => ({ body }))
  for (const batch of chunksOf(messages, messagesPerBatch)) await queue.sendBatch(batch)
}

/**
 * Creates the sender of this isolate. Keys are gathered, because one message per key would reduce
 * the rate of recording callbacks by a tenth.
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
