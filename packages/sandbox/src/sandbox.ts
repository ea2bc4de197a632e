import type { HostClock } from './clock/host-clock.ts'
import { clockOf, type SandboxClock } from './clock/sandbox-clock.ts'
import type { Database } from './database/database.ts'
import { readSettings, type Settings } from './settings/settings.ts'

/** The service for one request: its tables, its clock and its rules. */
export interface Sandbox {
  readonly database: Database
  /** Own origin, without a slash at the end. */
  readonly url: string
  readonly clock: SandboxClock
  /** Real time, for leases and deadlines. */
  readonly host: HostClock
  readonly settings: Settings
  /** Where callbacks may go: `host:port`, in small letters. */
  readonly callbackHosts: readonly string[]
  /** Keeps the Worker alive until the work is done. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** Reads the clock and the settings again, after a change of them. */
export async function reloadSandbox(
  sandbox: Omit<Sandbox, 'clock' | 'settings'>,
): Promise<Sandbox> {
  const settings = await readSettings(sandbox.database)
  return { ...sandbox, settings, clock: clockOf(settings.clock, sandbox.host) }
}
