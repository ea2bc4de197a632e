import { requireOwnService } from './configuration.ts'
import type { OrdersEnv } from './orders-env.ts'
import type { OutboxKeys } from './outbox-queue.ts'
import { readSettings } from './read-settings.ts'

/** What the platform calls by itself. */
interface OwnWork {
  scheduled(run: Pick<ScheduledController, 'cron'>, env: OrdersEnv): Promise<void>
  queue(batch: MessageBatch<OutboxKeys>, env: OrdersEnv): Promise<void>
}

/**
 * Lets cron and queue begin only with settings that are right and a database of the same service. A run that may not
 * begin fails with everything that is wrong in its message; messages wait for a deployment that may.
 */
export function withOwnService<Handler extends OwnWork>(handler: Handler): Handler {
  return {
    ...handler,
    async scheduled(run: Pick<ScheduledController, 'cron'>, env: OrdersEnv) {
      await requireOwnService(env, readSettings(env))
      await handler.scheduled(run, env)
    },
    async queue(batch: MessageBatch<OutboxKeys>, env: OrdersEnv) {
      try {
        await requireOwnService(env, readSettings(env))
      } catch {
        batch.retryAll({ delaySeconds: 5 })
        return
      }
      await handler.queue(batch, env)
    },
  }
}
