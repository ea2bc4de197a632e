import { clockOf, type SandboxClock } from './clock/sandbox-clock.ts'
import { openDatabase, type Database } from './database/database.ts'
import { prepareDatabase } from './seed/prepare-database.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import { readSettings, type Settings } from './settings/settings.ts'

/** The service as one request sees it: its tables, its clock and its rules. */
export interface Sandbox {
  readonly database: Database
  /** Own origin, without a slash at the end. */
  readonly url: string
  readonly clock: SandboxClock
  readonly settings: Settings
  /** Hosts besides loopback that callbacks may go to; `*` for any. */
  readonly callbackHosts: readonly string[]
  /** Keeps the Worker alive until the work is done. */
  readonly later: (work: Promise<unknown>) => void
}

/** What a sandbox is opened with. */
export interface SandboxOpening {
  readonly env: SandboxEnv
  /** Origin to use when SANDBOX_URL is not set. */
  readonly origin: string
  readonly later: (work: Promise<unknown>) => void
}

/** Opens the sandbox; creates the tables and the first data when the database is empty. */
export async function openSandbox(opening: SandboxOpening): Promise<Sandbox> {
  const { env, later } = opening
  await prepareDatabase(env)
  return reopen({
    database: openDatabase(env.DB),
    url: (env.SANDBOX_URL || opening.origin).replace(/\/+$/, ''),
    callbackHosts: (env.CALLBACK_HOSTS ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
    later,
  })
}

/** Reads the clock and the settings again, after a change of them. */
export async function reopen(sandbox: Omit<Sandbox, 'clock' | 'settings'>): Promise<Sandbox> {
  const settings = await readSettings(sandbox.database)
  return { ...sandbox, settings, clock: clockOf(settings.clock) }
}
