import { DurableObject } from 'cloudflare:workers'
import {
  checkRangeOfRun,
  collectRangeOfRun,
  type DailyFilesSettings,
  type RangedRun,
  type RangeInvocations,
} from '@merchant-edge/orders/daily-files'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'

/**
 * Reads one range of a large daily file for the invocation that compares the files of a day. It
 * stores nothing: it is a Durable Object because each call has its own CPU time and may run on
 * another machine.
 */
export class DailyFileReader extends DurableObject<OrdersEnv> implements RangeInvocations {
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
