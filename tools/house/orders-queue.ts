import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../workers/orders/wrangler.jsonc')

/** Settings of the queue consumer of the orders Worker, in the form of miniflare. */
export interface QueueConsumer {
  /** Maximum number of messages in a batch. */
  readonly maxBatchSize: number
  /** Seconds to wait for more messages. */
  readonly maxBatchTimeout: number
  /** How often a message that has failed is tried again before it becomes a dead letter. */
  readonly maxRetries: number
  /** The queue in which dead letters wait; nothing consumes it. */
  readonly deadLetterQueue: string
}

/**
 * Reads the settings of the queue consumer of the orders Worker from `wrangler.jsonc`, so that the
 * house and tests use the same settings as a deployment.
 *
 * @throws Error when the file lacks a setting
 */
export function ordersQueueConsumer(): QueueConsumer {
  // Not with wrangler, as in the tests of the orders Worker: loading it would delay `npm start`.
  const text = readFileSync(file, 'utf8')
  function setting(name: string): string {
    const value = new RegExp(String.raw`"${name}": (?:(\d+)|"([\w-]+)")`).exec(text)
    const found = value?.[1] ?? value?.[2]
    if (found === undefined) throw new Error(`${file} does not say ${name}. Set it for the queue.`)
    return found
  }
  return {
    maxBatchSize: Number(setting('max_batch_size')),
    maxBatchTimeout: Number(setting('max_batch_timeout')),
    maxRetries: Number(setting('max_retries')),
    deadLetterQueue: setting('dead_letter_queue'),
  }
}
