import { and, asc, eq, inArray, lt, lte, min, or } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { callbacks, callbackTries } from './tables.ts'
import type { Sandbox } from '../sandbox.ts'
import { refusalOfTarget } from '../delivery/delivery-target.ts'
import { leaseMs, sendAllDue, sentAtOnce, drainQueue } from '../delivery/drain-queue.ts'
import { sendRequest, type SentRequest, stateAfterTry } from '../delivery/send-request.ts'

type CallbackRow = typeof callbacks.$inferSelect

async function claim(sandbox: Sandbox): Promise<readonly CallbackRow[]> {
  const { database, clock, host } = sandbox
  const isDue = or(
    and(eq(callbacks.state, 'due'), lte(callbacks.dueAtMs, clock.nowMs())),
    and(eq(callbacks.state, 'sending'), lte(callbacks.leasedUntilMs, host.nowMs())),
  )
  const due = database
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(isDue)
    .orderBy(asc(callbacks.dueAtMs), asc(callbacks.id))
    .limit(sentAtOnce)
  return database
    .update(callbacks)
    .set({ state: 'sending', leasedUntilMs: host.nowMs() + leaseMs, isHeld: false })
    .where(inArray(callbacks.id, due))
    .returning()
}

/** Releases callbacks that were held back until this one was sent. */
function release(sandbox: Sandbox, row: CallbackRow) {
  return sandbox.database
    .update(callbacks)
    .set({ isHeld: false, dueAtMs: sandbox.clock.nowMs() })
    .where(
      and(
        eq(callbacks.storeCode, row.storeCode),
        eq(callbacks.state, 'due'),
        eq(callbacks.isHeld, true),
        lt(callbacks.id, row.id),
      ),
    )
}

async function settle(sandbox: Sandbox, row: CallbackRow, attempt: SentRequest): Promise<void> {
  const { database, clock } = sandbox
  const change = stateAfterTry(row, attempt.httpStatus, clock.nowMs())
  await database.batch([
    database
      .insert(callbackTries)
      .values({ ...attempt, callbackId: row.id, at: clock.nowSeconds(), url: row.url }),
    database.update(callbacks).set(change).where(eq(callbacks.id, row.id)),
    release(sandbox, row),
  ])
}

async function send(sandbox: Sandbox, row: CallbackRow): Promise<void> {
  const blocked = refusalOfTarget(row.url, sandbox.callbackHosts)
  if (blocked === undefined) {
    const attempt = await sendRequest(sandbox.host, { url: row.url, method: 'GET' })
    await settle(sandbox, row, attempt)
    return
  }
  const { database, clock } = sandbox
  const attempt = { httpStatus: null, outcome: blocked, durationMs: 0 }
  await database.batch([
    database
      .insert(callbackTries)
      .values({ ...attempt, callbackId: row.id, at: clock.nowSeconds(), url: row.url }),
    database.update(callbacks).set({ state: 'blocked' }).where(eq(callbacks.id, row.id)),
  ])
}

/**
 * Sends every callback that is due by the sandbox's clock.
 *
 * @returns number of callbacks sent
 */
export function sendDueCallbacks(sandbox: Sandbox): Promise<number> {
  return sendAllDue({
    claim: () => claim(sandbox),
    subjectOf: (row) => row.orderId,
    send: (row) => send(sandbox, row),
  })
}

/**
 * Reschedules callbacks that were being sent when the sandbox stopped. If another instance is still
 * sending one, the merchant receives it twice; delivery is at least once anyway.
 */
export async function rescheduleInterruptedCallbacks(database: Database): Promise<void> {
  await database.update(callbacks).set({ state: 'due' }).where(eq(callbacks.state, 'sending'))
}

async function nextDueMs(database: Database): Promise<number | undefined> {
  const [row] = await database
    .select({ dueAtMs: min(callbacks.dueAtMs) })
    .from(callbacks)
    .where(eq(callbacks.state, 'due'))
  return row?.dueAtMs ?? undefined
}

/**
 * Sends callbacks after the answer was sent, including those that become due within seconds. Later
 * callbacks wait for the cron trigger or for a tick.
 */
export function sendCallbacksSoon(sandbox: Sandbox): void {
  sandbox.waitUntil(drainQueue(sandbox, { sendDue: sendDueCallbacks, nextDueMs }))
}
