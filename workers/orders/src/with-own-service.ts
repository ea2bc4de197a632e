import { requireOwnService } from './configuration.ts'
import type { OrdersEnv } from './settings/orders-env.ts'
import type { OutboxKeys } from './outbox-queue.ts'
import { readSettings } from './settings/read-settings.ts'

/** Handlers that the platform calls. */
interface OwnWork {
  scheduled(run: Pick<ScheduledController, 'cron'>, env: OrdersEnv): Promise<void>
  queue(batch: MessageBatch<OutboxKeys>, env: OrdersEnv): Promise<void>
}

/**
 * Lets cron and queue handlers start only with valid settings and a database of the same service.
 * Otherwise a run fails with all problems in its message, and queue messages are retried until they
 * end in the dead-letter queue; the sweep of a correct deployment does their work.
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
