import { gt } from 'drizzle-orm'
import type { HostClock } from './clock/host-clock.ts'
import { clockOf, type SandboxClock } from './clock/sandbox-clock.ts'
import type { Database } from './database/database.ts'
import { faults } from './fault-injection/tables.ts'
import { selectSettings, settingsOf, type Settings } from './settings/settings.ts'

/** The service for one request: its tables, its clock and its rules. */
export interface Sandbox {
  readonly database: Database
  /** Origin of the sandbox, without a slash at the end. */
  readonly url: string
  readonly clock: SandboxClock
  /** Real time, for leases and deadlines. */
  readonly host: HostClock
  readonly settings: Settings
  /** Whether an injected fault waited for a request when the sandbox was opened. */
  readonly hasFaults: boolean
  /** Hosts to which callbacks may be sent: `host:port`, in lower case. */
  readonly callbackHosts: readonly string[]
  /** Keeps the Worker alive until the work is done. */
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** Reads the clock, the settings and whether faults wait again, after they were changed. */
export async function reloadSandbox(
  sandbox: Omit<Sandbox, 'clock' | 'settings' | 'hasFaults'>,
): Promise<Sandbox> {
  const { database, host } = sandbox
  const [stored, waiting] = await database.batch([
    selectSettings(database),
    database.select({ id: faults.id }).from(faults).where(gt(faults.remaining, 0)).limit(1),
  ])
  const settings = settingsOf(stored)
  return {
    ...sandbox,
    settings,
    hasFaults: waiting.length > 0,
    clock: clockOf(settings.clock, host),
  }
}
