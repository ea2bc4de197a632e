import { sweep } from '@merchant-edge/orders'
import { sweepKeys } from '@merchant-edge/orders/upkeep'
import { processDailyFiles } from '@merchant-edge/orders/daily-files'
import { securityHeaders } from '@merchant-edge/pages'
import { dailyFilesOfRun } from './daily-files-context.ts'
import { contextOf } from './orders-context.ts'
import { sendKeys, type OutboxKeys } from './outbox-queue.ts'
import type { OrdersEnv } from './settings/orders-env.ts'
import { withOwnService } from './with-own-service.ts'

export { Loyalty } from './loyalty/loyalty.ts'
export { Callbacks } from './entrypoints/callbacks.ts'
export { ConsoleMoney } from './entrypoints/console-money.ts'
export { ConsoleSignIns } from './entrypoints/console-sign-ins.ts'
export { ConsoleView } from './entrypoints/console-view.ts'
export { DailyFileReader } from './entrypoints/daily-file-reader.ts'
export { OperatorMoney } from './entrypoints/operator-money.ts'
export { OperatorSignIns } from './entrypoints/operator-sign-ins.ts'
export { OperatorView } from './entrypoints/operator-view.ts'
export { Orders } from './entrypoints/orders.ts'
export { PublicPages } from './entrypoints/public-pages.ts'

/**
 * The cron expression of the daily-file jobs. They have their own trigger and therefore their own
 * D1 budget per invocation, so neither a full sweep nor slow webhooks can delay them.
 */
const dailyFilesCron = '*/2 * * * *'
const sweepCron = '* * * * *'
/**
 * Statement budgets of the sweep and of the daily files when one trigger runs both: D1 allows 1,000
 * per invocation.
 */
const statementsWhereBoth = 500

/**
 * Owns the order database: an RPC entrypoint for each caller, cron for due work, a queue consumer
 * for speed.
 */
export default withOwnService({
  fetch() {
    return new Response('not found', { status: 404, headers: securityHeaders() })
  },
  async scheduled({ cron }, env) {
    const doesBoth = cron !== dailyFilesCron && cron !== sweepCron
    const share = doesBoth ? { statementsPerInvocation: statementsWhereBoth } : {}
    try {
      if (cron !== dailyFilesCron) await sweep({ ...contextOf(env), ...share })
    } finally {
      // A failing step of the sweep must not prevent the daily-file jobs when one trigger runs
      // both.
      const context = cron === sweepCron ? undefined : await dailyFilesOfRun(env)
      if (context !== undefined) await processDailyFiles({ ...context, ...share })
    }
  },
  async queue(batch, env) {
    const keys = new Set(batch.messages.flatMap(({ body }) => body))
    try {
      const left = await sweepKeys(contextOf(env), [...keys])
      // Sent as new messages: keys that only wait for their turn have not failed, and must not use
      // up the retries of a message.
      await sendKeys(env.OUTBOX_QUEUE, left)
      batch.ackAll()
    } catch {
      // Journal and outbox store all pending work; the sweep raises alerts for work that keeps
      // failing.
      batch.retryAll({ delaySeconds: 5 })
    }
  },
} satisfies ExportedHandler<OrdersEnv, OutboxKeys>)
