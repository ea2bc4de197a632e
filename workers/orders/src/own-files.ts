import { bindBucket, compareBucket, type OwnerOfFiles } from '@merchant-edge/orders/daily-files'
import { ConfigurationError, type SettingProblem } from '@merchant-edge/pages'
import { foreignProblem } from './foreign-problem.ts'
import type { OrdersEnv } from './settings/orders-env.ts'
import type { OrdersSettings } from './settings/settings-schema.ts'
import { log } from './runtime.ts'

interface FilesOfDeployment {
  readonly bucket: R2Bucket
  readonly owner: OwnerOfFiles
}

/** The bucket and its owner by the settings; `undefined` for a deployment without daily files. */
function filesOf({ FILES }: OrdersEnv, settings: OrdersSettings): FilesOfDeployment | undefined {
  const { ENVIRONMENT: environment, SERVICE_URL: serviceUrl } = settings
  const { PARTNER_ID, PARTNER_TOKEN: partnerToken = PARTNER_ID, CHECKSUM_KEY } = settings
  if (FILES === undefined || partnerToken === undefined || CHECKSUM_KEY === undefined) {
    return undefined
  }
  return { bucket: FILES, owner: { environment, serviceUrl, partnerToken } }
}

/**
 * Problems of the bucket of the daily files; a bucket that cannot be read is one. Reads its mark,
 * and writes none.
 */
export async function filesProblems(
  env: OrdersEnv,
  settings: OrdersSettings,
): Promise<SettingProblem[]> {
  const files = filesOf(env, settings)
  if (files === undefined) return []
  try {
    const foreign = (await compareBucket(files.bucket, files.owner, { database: env.DB })) ?? []
    return foreign.map((one) => foreignProblem(one))
  } catch {
    const remedy = 'Check that the bucket exists, and ask again; payments do not need it.'
    return [{ name: 'FILES', problem: 'cannot be read now', remedy }]
  }
}

/** Lets a bucket be used only by the deployment that its mark names. */
export class OwnFiles {
  readonly #files: FilesOfDeployment | undefined
  readonly #database: D1Database
  #isOurs = false

  constructor(env: OrdersEnv, settings: OrdersSettings) {
    this.#files = filesOf(env, settings)
    this.#database = env.DB
  }

  /**
   * Reads the mark, or writes it into a bucket without one.
   *
   * @throws ConfigurationError with all mismatches
   */
  async check(): Promise<void> {
    if (this.#files === undefined) return
    const foreign = await bindBucket(this.#files.bucket, this.#files.owner, {
      database: this.#database,
    })
    this.#isOurs = foreign.length === 0
    if (this.#isOurs) return
    const problems = foreign.map((one) => foreignProblem(one))
    log({ code: 'not_configured', problems })
    throw new ConfigurationError('orders', problems)
  }

  /**
   * Checks the mark once, until a further {@link check} finds another one.
   *
   * @throws ConfigurationError as `check`
   */
  async allow(): Promise<void> {
    if (!this.#isOurs) await this.check()
  }
}
