import { bindToService, readEveryColumn, type ForeignService } from '@merchant-edge/orders'
import {
  ConfigurationError,
  environmentOf,
  missingMigrations,
  type Configuration,
  type SettingProblem,
} from '@merchant-edge/pages'
import { importPrivateKey, KeyError } from '@merchant-edge/signing'
import * as v from 'valibot'
import type { OrdersEnv } from './settings/orders-env.ts'
import { merchantKeySchema, type OrdersSettings } from './settings/settings-schema.ts'
import { filesProblems } from './own-files.ts'
import { checkSettings } from './settings/read-settings.ts'
import { clock, log } from './runtime.ts'

/** Problems of the private key in MERCHANT_KEY. */
async function keyProblems(text: string): Promise<SettingProblem[]> {
  const parsed = v.safeParse(merchantKeySchema, text)
  if (!parsed.success) return []
  try {
    await importPrivateKey(parsed.output.privateKey)
    return []
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    const problem = `has ${error.found} for its privateKey`
    return [{ name: 'MERCHANT_KEY', problem, remedy: error.remedy }]
  }
}

const settingOf = {
  environment: 'ENVIRONMENT',
  service: 'SERVICE_URL',
  merchantCode: 'MERCHANT_CODE',
} as const satisfies Record<ForeignService['what'], keyof OrdersEnv>

function foreignProblem({ what, bound, asked }: ForeignService): SettingProblem {
  return {
    name: 'DB',
    problem: `holds the orders of ${settingOf[what]} ${bound}, and this deployment has ${asked}`,
    remedy:
      'Bind the database of this environment (docs/guides/deploy.md, "A database belongs to one service").',
  }
}

/**
 * Binds the database to the service of the settings, or returns the problems that forbid its use.
 */
async function databaseProblems(
  env: OrdersEnv,
  settings: OrdersSettings,
): Promise<SettingProblem[]> {
  const {
    ENVIRONMENT: environment,
    SERVICE_URL: serviceUrl,
    MERCHANT_CODE: merchantCode,
  } = settings
  try {
    const context = { database: env.DB, now: clock.now }
    await readEveryColumn(context)
    const foreign = await bindToService(context, { environment, serviceUrl, merchantCode })
    return foreign.map((one) => foreignProblem(one))
  } catch (error) {
    // D1 wraps what SQLite says, and drizzle wraps that.
    const said = `${String(error)} ${String(error instanceof Error && error.cause)}`
    if (!/no such (?:table|column)/.test(said)) throw error
    return [missingMigrations('merchant-edge-orders', environment)]
  }
}

/** Databases of this isolate that were verified to be bound to the configured service. */
const bound = new WeakSet<D1Database>()

/**
 * Refuses work on a database of another service, or with an unusable private key; checks once per
 * isolate.
 *
 * @throws ConfigurationError with all problems
 */
export async function requireOwnService(env: OrdersEnv, settings: OrdersSettings): Promise<void> {
  if (bound.has(env.DB)) return
  const problems = [
    ...(await keyProblems(env.MERCHANT_KEY)),
    ...(await databaseProblems(env, settings)),
  ]
  if (problems.length > 0) {
    log({ code: 'not_configured', problems })
    throw new ConfigurationError('orders', problems)
  }
  bound.add(env.DB)
}

/** All problems of the settings of this Worker, and its environment. */
export async function configurationOf(env: OrdersEnv): Promise<Configuration> {
  const { settings, problems } = checkSettings(env)
  return {
    environment: environmentOf(env.ENVIRONMENT) ?? null,
    problems: [
      ...problems,
      ...(await keyProblems(env.MERCHANT_KEY)),
      ...(settings === undefined ? [] : await databaseProblems(env, settings)),
      ...(settings === undefined ? [] : await filesProblems(env, settings)),
    ],
  }
}
