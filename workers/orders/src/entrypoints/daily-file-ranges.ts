import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  checkRangeOfRun,
  collectRangeOfRun,
  type DailyFilesSettings,
  type RangedRun,
  type RangeInvocations,
} from '@merchant-edge/orders/daily-files'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import type { OrdersEnv } from '../orders-env.ts'

/**
 * What this Worker asks of itself when the files of a day are large: to read a range of one of them, each in an invocation
 * of its own. No other Worker is bound to it.
 */
export class DailyFileRanges extends WorkerEntrypoint<OrdersEnv> implements RangeInvocations {
  checkRange(run: RangedRun, order: Parameters<RangeInvocations['checkRange']>[1]) {
    return checkRangeOfRun(this.#settings(), run, order)
  }

  collectRange(
    run: RangedRun,
    order: Parameters<RangeInvocations['collectRange']>[1],
    suspects: Int32Array<ArrayBuffer>,
  ) {
    return collectRangeOfRun(this.#settings(), run, { order, suspects })
  }

  #settings(): DailyFilesSettings {
    const context = dailyFilesContextOf(this.env)
    if (context === undefined) throw new Error('This Worker has no settings for daily files.')
    return context.files
  }
}
