import type { Database } from '../database/database.ts'
import type { Sandbox } from '../sandbox.ts'

/** How long a Worker may go on after its answer, less what the last try needs. */
const patienceMs = 15_000

/** Callbacks of one kind that wait to be sent. */
export interface CallbackQueue {
  /** Sends what is due; returns how many went out. */
  readonly sendDue: (sandbox: Sandbox) => Promise<number>
  /** When the next one is due, in milliseconds of the sandbox's clock. */
  readonly nextDueMs: (database: Database) => Promise<number | undefined>
}

/** Sends what is due now and what becomes due within seconds. */
export async function sendUntilQuiet(sandbox: Sandbox, queue: CallbackQueue): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    await queue.sendDue(sandbox)
    const dueAtMs = await queue.nextDueMs(sandbox.database)
    if (dueAtMs === undefined || sandbox.clock.isFrozen) return
    const waitMs = Math.max(dueAtMs - sandbox.clock.nowMs(), 0)
    if (Date.now() + waitMs - startedAt > patienceMs) return
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}
