import type { Database } from '../database/database.ts'
import type { Sandbox } from '../sandbox.ts'

/** Lease of a row, longer than six attempts take; afterwards another sender may take the row. */
export const leaseMs = 65_000
/** Number of callbacks that one sender takes at once: a Worker has six connections. */
export const sentAtOnce = 6

/** A row of a delivery table. */
interface DueCallback {
  readonly id: number
  /** Due time in milliseconds of the sandbox's clock. */
  readonly dueAtMs: number
}

/** Callbacks of one kind that are due. */
export interface DueCallbacks<Row extends DueCallback> {
  /** Leases up to {@link sentAtOnce} callbacks to this sender for {@link leaseMs}. */
  readonly claim: () => Promise<readonly Row[]>
  /** Id of the order or link; callbacks with the same id are sent one after another. */
  readonly subjectOf: (row: Row) => string
  readonly send: (row: Row) => Promise<void>
}

/** Sends callbacks in order: a forged callback before the true one, a repeated one after it. */
async function sendInTurn<Row extends DueCallback>(
  rows: readonly Row[],
  send: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows.toSorted((a, b) => a.dueAtMs - b.dueAtMs || a.id - b.id)) {
    await send(row)
  }
}

/**
 * Sends callbacks until none is due.
 *
 * @returns number of callbacks sent
 */
export async function sendAllDue<Row extends DueCallback>({
  claim,
  subjectOf,
  send,
}: DueCallbacks<Row>): Promise<number> {
  let sent = 0
  for (;;) {
    const rows = await claim()
    if (rows.length === 0) return sent
    const bySubject = Map.groupBy(rows, subjectOf)
    await Promise.all([...bySubject.values()].map((ofOne) => sendInTurn(ofOne, send)))
    sent += rows.length
  }
}

/** Maximum time for sending after the answer: the time that a Worker has, minus one attempt. */
const patienceMs = 15_000

/** Callbacks of one kind that wait to be sent. */
export interface CallbackQueue {
  /** Sends the due callbacks; returns their number. */
  readonly sendDue: (sandbox: Sandbox) => Promise<number>
  /** Due time of the next callback in milliseconds of the sandbox's clock. */
  readonly nextDueMs: (database: Database) => Promise<number | undefined>
}

/** Sends the callbacks that are due now and those that become due within seconds. */
export async function drainQueue(sandbox: Sandbox, queue: CallbackQueue): Promise<void> {
  const { host } = sandbox
  const startedAt = host.nowMs()
  for (;;) {
    await queue.sendDue(sandbox)
    const dueAtMs = await queue.nextDueMs(sandbox.database)
    if (dueAtMs === undefined || sandbox.clock.isFrozen) return
    const waitMs = Math.max(dueAtMs - sandbox.clock.nowMs(), 0)
    if (host.nowMs() + waitMs - startedAt > patienceMs) return
    await host.sleep(waitMs)
  }
}
