import { desc, eq, inArray, and, asc, lte, min, or } from 'drizzle-orm'
import { maskPhone } from '@merchant-edge/contract/redaction'
import type { CallbackTry } from '../callbacks/callback-log.ts'
import type { Statement, Database } from '../database/database.ts'
import { linkCallbacks, linkCallbackTries, walletLinks } from './tables.ts'
import { wallets } from '../wallets/tables.ts'
import { refusalOfTarget } from '../delivery/delivery-target.ts'
import { leaseMs, sendAllDue, sentAtOnce, drainQueue } from '../delivery/drain-queue.ts'
import { sendRequest, type SentRequest, stateAfterTry } from '../delivery/send-request.ts'
import { randomToken } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import type { LinkRow } from './links.ts'

type NewLinkCallback = typeof linkCallbacks.$inferInsert

/** How many deliveries one statement inserts: D1 binds at most 100 values. */
const rowsPerStatement = 10

/**
 * Statements that store the callback of a confirmed link before it is sent. The callback switches
 * of the sandbox apply, because a link belongs to no store. The switches about the signature have
 * no effect, because this callback is not signed.
 *
 * @see Specification 6.2
 */
export function planLinkCallbacks(sandbox: Sandbox, linkId: string): readonly Statement[] {
  const { lose, delaySeconds, repeat, forge, retrySeconds } = sandbox.settings.callbackSwitches
  const nowMs = sandbox.clock.nowMs()
  const delivery = {
    linkId,
    kind: 'callback',
    state: lose ? 'lost' : 'due',
    createdAt: Math.floor(nowMs / 1000),
    dueAtMs: nowMs + Math.round(delaySeconds * 1000),
    retrySeconds,
  } as const satisfies NewLinkCallback
  const deliveries: readonly NewLinkCallback[] = [
    ...(forge ? [{ ...delivery, kind: 'forged' as const, retrySeconds: [] }] : []),
    delivery,
    ...Array.from({ length: repeat }, () => ({ ...delivery, kind: 'repeat' as const })),
  ]
  const groups = Array.from(
    { length: Math.ceil(deliveries.length / rowsPerStatement) },
    (_, index) => deliveries.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )
  return groups.map((group) => sandbox.database.insert(linkCallbacks).values(group))
}

/**
 * One attempt to deliver the callback of a link. The sent content is not stored, because it has a
 * token.
 */
export interface LinkCallbackTry extends Omit<CallbackTry, 'url'> {}

/** One delivery of a link's callback with its tries. */
export interface LinkCallbackDelivery {
  readonly id: number
  readonly linkId: string
  readonly kind: 'callback' | 'repeat' | 'forged'
  /** Address to which it is posted. */
  readonly url: string
  readonly state: 'due' | 'sending' | 'delivered' | 'failed' | 'lost' | 'blocked'
  /** Unix seconds. */
  readonly createdAt: number
  /** When it is due, in milliseconds of the sandbox's clock. */
  readonly dueAtMs: number
  readonly tries: readonly LinkCallbackTry[]
}

/** Deliveries of links' callbacks, newest first, at most 50. */
export async function listLinkCallbacks(
  database: Database,
  linkId?: string,
): Promise<readonly LinkCallbackDelivery[]> {
  const rows = await database
    .select({ delivery: linkCallbacks, url: walletLinks.callbackUrl })
    .from(linkCallbacks)
    .innerJoin(walletLinks, eq(walletLinks.linkId, linkCallbacks.linkId))
    .where(linkId === undefined ? undefined : eq(linkCallbacks.linkId, linkId))
    .orderBy(desc(linkCallbacks.id))
    .limit(50)
  const ids = rows.map(({ delivery }) => delivery.id)
  const tries = await database
    .select()
    .from(linkCallbackTries)
    .where(inArray(linkCallbackTries.callbackId, ids))
    .orderBy(linkCallbackTries.id)
  return rows.map(({ delivery, url }) => ({
    id: delivery.id,
    linkId: delivery.linkId,
    kind: delivery.kind,
    url,
    state: delivery.state,
    createdAt: delivery.createdAt,
    dueAtMs: delivery.dueAtMs,
    tries: tries
      .filter(({ callbackId }) => callbackId === delivery.id)
      .map(({ at, httpStatus, outcome, durationMs }) => ({ at, httpStatus, outcome, durationMs })),
  }))
}

type CallbackRow = typeof linkCallbacks.$inferSelect

async function claim(sandbox: Sandbox): Promise<readonly CallbackRow[]> {
  const { database, clock, host } = sandbox
  const isDue = or(
    and(eq(linkCallbacks.state, 'due'), lte(linkCallbacks.dueAtMs, clock.nowMs())),
    and(eq(linkCallbacks.state, 'sending'), lte(linkCallbacks.leasedUntilMs, host.nowMs())),
  )
  const due = database
    .select({ id: linkCallbacks.id })
    .from(linkCallbacks)
    .where(isDue)
    .orderBy(asc(linkCallbacks.dueAtMs), asc(linkCallbacks.id))
    .limit(sentAtOnce)
  return database
    .update(linkCallbacks)
    .set({ state: 'sending', leasedUntilMs: host.nowMs() + leaseMs })
    .where(inArray(linkCallbacks.id, due))
    .returning()
}

/** Body of the callback. It is not signed: a forged one has an invented token. Assumes G-11. */
function payloadOf(link: LinkRow, phone: string, kind: CallbackRow['kind']): object {
  return {
    user_token: kind === 'forged' ? `UT${randomToken()}` : link.userToken,
    phone_number: maskPhone(phone),
    link_reference_id: link.linkId,
    partner_user_id: link.partnerUserId,
  }
}

async function settle(sandbox: Sandbox, row: CallbackRow, attempt: SentRequest): Promise<void> {
  const { database, clock } = sandbox
  const change = stateAfterTry(row, attempt.httpStatus, clock.nowMs())
  await database.batch([
    database
      .insert(linkCallbackTries)
      .values({ ...attempt, callbackId: row.id, at: clock.nowSeconds() }),
    database.update(linkCallbacks).set(change).where(eq(linkCallbacks.id, row.id)),
  ])
}

async function block(sandbox: Sandbox, row: CallbackRow, outcome: string): Promise<void> {
  const { database, clock } = sandbox
  const attempt = { httpStatus: null, outcome, durationMs: 0 }
  await database.batch([
    database
      .insert(linkCallbackTries)
      .values({ ...attempt, callbackId: row.id, at: clock.nowSeconds() }),
    database.update(linkCallbacks).set({ state: 'blocked' }).where(eq(linkCallbacks.id, row.id)),
  ])
}

async function send(sandbox: Sandbox, row: CallbackRow): Promise<void> {
  const [found] = await sandbox.database
    .select({ link: walletLinks, phone: wallets.phone })
    .from(walletLinks)
    .innerJoin(wallets, eq(wallets.id, walletLinks.walletId))
    .where(eq(walletLinks.linkId, row.linkId))
  if (found === undefined) return block(sandbox, row, 'not sent: the link has no wallet')
  const { link, phone } = found
  const blocked = refusalOfTarget(link.callbackUrl, sandbox.callbackHosts)
  if (blocked !== undefined) return block(sandbox, row, blocked)
  const json = payloadOf(link, phone, row.kind)
  const attempt = await sendRequest(sandbox.host, { url: link.callbackUrl, method: 'POST', json })
  return settle(sandbox, row, attempt)
}

/**
 * Sends every callback of a link that is due by the sandbox's clock.
 *
 * @returns how many went out
 * @see Specification 6.2
 */
export function sendDueLinkCallbacks(sandbox: Sandbox): Promise<number> {
  return sendAllDue({
    claim: () => claim(sandbox),
    subjectOf: (row) => row.linkId,
    send: (row) => send(sandbox, row),
  })
}

/** Makes callbacks of links due again whose sender has gone, after a start of the sandbox. */
export async function rescheduleInterruptedLinkCallbacks(database: Database): Promise<void> {
  await database
    .update(linkCallbacks)
    .set({ state: 'due' })
    .where(eq(linkCallbacks.state, 'sending'))
}

async function nextDueMs(database: Database): Promise<number | undefined> {
  const [row] = await database
    .select({ dueAtMs: min(linkCallbacks.dueAtMs) })
    .from(linkCallbacks)
    .where(eq(linkCallbacks.state, 'due'))
  return row?.dueAtMs ?? undefined
}

/**
 * Sends callbacks of links after the answer has gone out, also those that are due within seconds.
 */
export function sendLinkCallbacksSoon(sandbox: Sandbox): void {
  sandbox.waitUntil(drainQueue(sandbox, { sendDue: sendDueLinkCallbacks, nextDueMs }))
}
