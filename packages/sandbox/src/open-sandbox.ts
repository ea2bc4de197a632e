import { clockOf } from './clock/sandbox-clock.ts'
import { openDatabase } from './database/database.ts'
import { prepareDatabase } from './seed/prepare-database.ts'
import type { Sandbox } from './sandbox.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import { readSettings } from './settings/settings.ts'

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
