import {
  alertForeignBucket,
  alertUnreachableBucket,
  type DailyFilesContext,
  type RangeInvocations,
} from '@merchant-edge/orders/daily-files'
import { ConfigurationError } from '@merchant-edge/pages'
import { checksumProfiles, findChecksumProfile } from '@merchant-edge/reconcile'
import { guardedBucket } from './guarded-bucket.ts'
import { contextOf } from './orders-context.ts'
import type { OrdersEnv } from './settings/orders-env.ts'
import { OwnFiles } from './own-files.ts'
import { readSettings } from './settings/read-settings.ts'

/** One Durable Object per range; a failed range is retried by another object. */
function invocationsOf(readers: NonNullable<OrdersEnv['DAILY_FILE_READERS']>): RangeInvocations {
  const newReader = () => readers.get(readers.newUniqueId())
  return {
    checkRange: (run, order) => newReader().checkRange(run, order),
    collectRange: (run, order, suspects) => newReader().collectRange(run, order, suspects),
  }
}

interface DailyFilesOfEnv {
  readonly context: DailyFilesContext
  /** Compares the mark of the bucket again. */
  readonly files: OwnFiles
}

let kept: { readonly env: OrdersEnv; readonly found: DailyFilesOfEnv | undefined } | undefined

function readFrom(env: OrdersEnv): DailyFilesOfEnv | undefined {
  const settings = readSettings(env)
  const { PARTNER_ID, PARTNER_TOKEN, SERVICE_TOKEN, CHECKSUM_KEY, CHECKSUM_PROFILE } = settings
  const { MERCHANT_CODE, STORE_CODE, POS_CODE, FOREIGN_ROWS, REPORT_LANGUAGE, HEADER_ROWS } =
    settings
  if (env.FILES === undefined || PARTNER_ID === undefined || CHECKSUM_KEY === undefined) {
    return undefined
  }
  const files = new OwnFiles(env, settings)
  const context: DailyFilesContext = {
    ...contextOf(env),
    files: {
      bucket: guardedBucket(env.FILES, () => files.allow()),
      partnerId: PARTNER_ID,
      partnerToken: PARTNER_TOKEN ?? PARTNER_ID,
      ...(SERVICE_TOKEN !== undefined && { serviceToken: SERVICE_TOKEN }),
      checksumKey: CHECKSUM_KEY,
      checksumKeyPrevious: settings.CHECKSUM_KEY_PREVIOUS,
      profile: {
        ...(findChecksumProfile(CHECKSUM_PROFILE ?? '') ?? checksumProfiles.record),
        hexCase: settings.CHECKSUM_CASE ?? 'lower',
      },
      ...(HEADER_ROWS !== undefined && { headerRows: HEADER_ROWS }),
      ...(MERCHANT_CODE !== undefined && { merchantCode: MERCHANT_CODE }),
      storeCode: STORE_CODE,
      ...(POS_CODE !== undefined && { posCode: POS_CODE }),
      ...(FOREIGN_ROWS !== undefined && { foreignRules: FOREIGN_ROWS }),
      ...(REPORT_LANGUAGE !== undefined && { reportLanguage: REPORT_LANGUAGE }),
      ...(env.DAILY_FILE_READERS !== undefined && {
        ranges: { invocations: invocationsOf(env.DAILY_FILE_READERS) },
      }),
    },
  }
  return { context, files }
}

function dailyFilesIn(env: OrdersEnv): DailyFilesOfEnv | undefined {
  if (kept?.env.DB !== env.DB) kept = { env, found: readFrom(env) }
  return kept.found
}

/**
 * The context of the daily-file jobs, created once per isolate; `undefined` when the bucket,
 * PARTNER_ID or CHECKSUM_KEY is not set. A bucket of another deployment refuses every read and
 * write with a ConfigurationError.
 *
 * @throws ConfigurationError as `readSettings`
 */
export function dailyFilesContextOf(env: OrdersEnv): DailyFilesContext | undefined {
  return dailyFilesIn(env)?.context
}

/**
 * The context of a run of the daily-file jobs, after its bucket was compared with the deployment.
 *
 * @throws ConfigurationError as `readSettings`, and when the bucket is of another deployment, which
 *   raises an alert; the error of R2, which raises one too
 */
export async function dailyFilesOfRun(env: OrdersEnv): Promise<DailyFilesContext | undefined> {
  const found = dailyFilesIn(env)
  if (found === undefined) return undefined
  try {
    await found.files.check()
  } catch (error) {
    if (error instanceof ConfigurationError) {
      const message = error.problems.map(({ name, problem }) => `${name} ${problem}.`).join(' ')
      const remedy = error.problems[0]?.remedy ?? ''
      await alertForeignBucket(found.context, { message, remedy })
    } else await alertUnreachableBucket(found.context, error)
    throw error
  }
  return found.context
}
