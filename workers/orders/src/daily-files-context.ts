import type { DailyFilesContext, RangeInvocations } from '@merchant-edge/orders/daily-files'
import { checksumProfiles, findChecksumProfile } from '@merchant-edge/reconcile'
import { contextOf } from './orders-context.ts'
import type { OrdersEnv } from './orders-env.ts'
import { readSettings } from './read-settings.ts'

/** One Durable Object per range; a failed range is retried by another object. */
function invocationsOf(readers: NonNullable<OrdersEnv['DAILY_FILE_READERS']>): RangeInvocations {
  const newReader = () => readers.get(readers.newUniqueId())
  return {
    checkRange: (run, order) => newReader().checkRange(run, order),
    collectRange: (run, order, suspects) => newReader().collectRange(run, order, suspects),
  }
}

let kept: { readonly env: OrdersEnv; readonly context: DailyFilesContext | undefined } | undefined

function contextFrom(env: OrdersEnv): DailyFilesContext | undefined {
  const settings = readSettings(env)
  const { PARTNER_ID, PARTNER_TOKEN, CHECKSUM_KEY, CHECKSUM_PROFILE } = settings
  const { MERCHANT_CODE, STORE_CODE, POS_CODE, FOREIGN_ROWS } = settings
  if (env.FILES === undefined || PARTNER_ID === undefined || CHECKSUM_KEY === undefined) {
    return undefined
  }
  return {
    ...contextOf(env),
    files: {
      bucket: env.FILES,
      partnerId: PARTNER_ID,
      partnerToken: PARTNER_TOKEN ?? PARTNER_ID,
      checksumKey: CHECKSUM_KEY,
      checksumKeyPrevious: settings.CHECKSUM_KEY_PREVIOUS,
      profile: findChecksumProfile(CHECKSUM_PROFILE ?? '') ?? checksumProfiles.record,
      ...(MERCHANT_CODE !== undefined && { merchantCode: MERCHANT_CODE }),
      storeCode: STORE_CODE,
      ...(POS_CODE !== undefined && { posCode: POS_CODE }),
      ...(FOREIGN_ROWS !== undefined && { foreignRules: FOREIGN_ROWS }),
      ...(env.DAILY_FILE_READERS !== undefined && {
        ranges: { invocations: invocationsOf(env.DAILY_FILE_READERS) },
      }),
    },
  }
}

/**
 * The context of the daily-file jobs, created once per isolate; `undefined` when the bucket,
 * PARTNER_ID or CHECKSUM_KEY is not set.
 *
 * @throws ConfigurationError as `readSettings`
 */
export function dailyFilesContextOf(env: OrdersEnv): DailyFilesContext | undefined {
  if (kept?.env.DB !== env.DB) kept = { env, context: contextFrom(env) }
  return kept.context
}
