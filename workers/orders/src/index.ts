import { sweep, workNow, type OrdersContext } from '@merchant-edge/orders'
import { contextOf } from './orders-context.ts'
import type { Nudge } from './nudge.ts'
import type { OrdersEnv } from './orders-env.ts'

export { Orders } from './orders.ts'

/** An invocation may hold six connections, and each key asks the service and tells the shop. */
const keysAtOnce = 4

/** Works on every key, whatever becomes of the others; tells whether all of them worked. */
async function workOn(context: OrdersContext, keys: Nudge): Promise<boolean> {
  let isDone = true
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const some = keys.slice(from, from + keysAtOnce)
    const results = await Promise.allSettled(some.map((key) => workNow(context, key)))
    isDone &&= results.every(({ status }) => status === 'fulfilled')
  }
  return isDone
}

/** Owns the order database: RPC through `Orders`, cron for what is due, a queue to be quicker. */
export default {
  fetch() {
    return new Response('not found', { status: 404 })
  },
  async scheduled(_controller, env) {
    await sweep(contextOf(env))
  },
  async queue(batch, env) {
    const context = contextOf(env)
    for (const message of batch.messages) {
      // The journal and the outbox hold what there is to do; the sweep reports what keeps failing.
      if (await workOn(context, message.body)) message.ack()
      else message.retry({ delaySeconds: 5 })
    }
  },
} satisfies ExportedHandler<OrdersEnv, Nudge>
