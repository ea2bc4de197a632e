import { checkOptions } from '@merchant-edge/signing/options'
import { systemHostClock, type HostClock } from './clock/host-clock.ts'
import { rescheduleInterruptedCallbacks } from './callbacks/callback-sender.ts'
import { applyMigrations } from './database/apply-migrations.ts'
import { openDatabase } from './database/database.ts'
import { rescheduleInterruptedLinkCallbacks } from './linked-accounts/link-callbacks.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import { reloadSandbox, type Sandbox } from './sandbox.ts'
import { seedMissingData, registerSeedKeys, seed } from './seed/seed.ts'
import { readSettings } from './settings/settings.ts'

const prepared = new WeakSet<D1Database>()
const preparing = new WeakMap<D1Database, Promise<void>>()
/** How long a request waits for another one that prepares the database. */
const maxWaitMs = 5_000

interface Preparation {
  readonly env: SandboxEnv
  readonly host: HostClock
}

async function prepare(env: SandboxEnv, host: HostClock): Promise<void> {
  await applyMigrations(env.DB)
  const database = openDatabase(env.DB)
  const seeding = { database, env, at: Math.floor(host.nowMs() / 1000) }
  const { isSeeded } = await readSettings(database)
  if (!isSeeded) await seed(seeding)
  else {
    await seedMissingData(seeding)
    await registerSeedKeys(seeding)
  }
  await rescheduleInterruptedCallbacks(database)
  await rescheduleInterruptedLinkCallbacks(database)
}

async function prepareNow({ env, host }: Preparation): Promise<void> {
  const attempt = prepare(env, host)
  preparing.set(env.DB, attempt)
  try {
    await attempt
    prepared.add(env.DB)
  } finally {
    if (preparing.get(env.DB) === attempt) preparing.delete(env.DB)
  }
}

/**
 * Creates the tables and the first data, once per isolate. A failed attempt is repeated with the
 * next request. No request depends on another one, which the runtime may cancel: each waits for a
 * while, and then prepares the database itself.
 */
async function prepareDatabase(preparation: Preparation): Promise<void> {
  const { env, host } = preparation
  if (prepared.has(env.DB)) return
  const attempt = preparing.get(env.DB)
  if (attempt !== undefined) await Promise.race([attempt, host.sleep(maxWaitMs)])
  if (!prepared.has(env.DB)) await prepareNow(preparation)
}

/** Input of {@link openSandbox}. */
export interface SandboxOpening {
  readonly env: SandboxEnv
  /** Origin to use when SANDBOX_URL is not set. */
  readonly origin: string
  /** Real time; the system clock when left out. */
  readonly host?: HostClock
  /** Keeps the Worker alive until the work is done: `context.waitUntil`. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

/**
 * Opens the sandbox for one request; creates the tables and the first data when the database is
 * empty.
 *
 * @example
 * ```ts
 * import { openSandbox, type SandboxEnv } from '@merchant-edge/sandbox'
 *
 * // Unix seconds by the sandbox's clock, which a test may have moved.
 * export async function sandboxTime(env: SandboxEnv, context: ExecutionContext): Promise<number> {
 *   const waitUntil = (work: Promise<unknown>) => context.waitUntil(work)
 *   const { clock } = await openSandbox({ env, origin: 'http://localhost:8788', waitUntil })
 *   return clock.nowSeconds()
 * }
 * ```
 */
export async function openSandbox(opening: SandboxOpening): Promise<Sandbox> {
  checkOptions('openSandbox', opening, {
    env: 'object!',
    origin: 'string!',
    host: 'object',
    waitUntil: 'function!',
  })
  const { env, waitUntil, host = systemHostClock } = opening
  await prepareDatabase({ env, host })
  return reloadSandbox({
    database: openDatabase(env.DB),
    url: (env.SANDBOX_URL || opening.origin).replace(/\/+$/, ''),
    callbackHosts: (env.CALLBACK_HOSTS ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
    host,
    waitUntil,
  })
}
