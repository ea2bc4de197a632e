import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../workers/orders/wrangler.jsonc')

/** How the orders Worker takes messages from its queue, as miniflare names it. */
export interface QueueConsumer {
  /** Messages of a batch at most. */
  readonly maxBatchSize: number
  /** Seconds to wait for more messages. */
  readonly maxBatchTimeout: number
}

/**
 * Reads from `wrangler.jsonc` how the orders Worker takes messages, so that what starts it elsewhere starts it
 * the same.
 *
 * @throws Error when the file does not say it
 */
export function ordersQueueConsumer(): QueueConsumer {
  // Not by wrangler, as the tests of the orders Worker do: `npm start` would wait for it to load.
  const text = readFileSync(file, 'utf8')
  function setting(name: string): number {
    const value = new RegExp(String.raw`"${name}": (\d+)`).exec(text)?.[1]
    if (value === undefined) throw new Error(`${file} does not say ${name}. Set it for the queue.`)
    return Number(value)
  }
  return {
    maxBatchSize: setting('max_batch_size'),
    maxBatchTimeout: setting('max_batch_timeout'),
  }
}
