import { maskPhone } from '@merchant-edge/contract/redaction'
import { and, asc, eq, inArray, lte, min, or } from 'drizzle-orm'
import { refuseTarget } from '../delivery/delivery-target.ts'
import { leaseMs, sendAllDue, sentAtOnce } from '../delivery/send-all-due.ts'
import { sendRequest, type SentRequest } from '../delivery/send-request.ts'
import { sendUntilQuiet } from '../delivery/drain-queue.ts'
import { stateAfterTry } from '../delivery/state-after-try.ts'
import type { Database } from '../database/database.ts'
import { linkCallbacks, linkCallbackTries, walletLinks, wallets } from '../database/schema.ts'
import { randomToken } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import type { LinkRow } from './links.ts'

type CallbackRow = typeof linkCallbacks.$inferSelect

async function claim(sandbox: Sandbox): Promise<readonly CallbackRow[]> {
  const { database, clock } = sandbox
  const isDue = or(
    and(eq(linkCallbacks.state, 'due'), lte(linkCallbacks.dueAtMs, clock.nowMs())),
    and(eq(linkCallbacks.state, 'sending'), lte(linkCallbacks.leasedUntilMs, Date.now())),
  )
  const due = database
    .select({ id: linkCallbacks.id })
    .from(linkCallbacks)
    .where(isDue)
    .orderBy(asc(linkCallbacks.dueAtMs), asc(linkCallbacks.id))
    .limit(sentAtOnce)
  return database
    .update(linkCallbacks)
    .set({ state: 'sending', leasedUntilMs: Date.now() + leaseMs })
    .where(inArray(linkCallbacks.id, due))
    .returning()
}

/** What the partner is told. It is not signed: whoever forges it makes the token up. Assumes G-11. */
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
  const blocked = refuseTarget(link.callbackUrl, sandbox.callbackHosts)
  if (blocked !== undefined) return block(sandbox, row, blocked)
  const json = payloadOf(link, phone, row.kind)
  return settle(sandbox, row, await sendRequest(link.callbackUrl, { method: 'POST', json }))
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
export async function takeUnsentLinkCallbacksUp(database: Database): Promise<void> {
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

/** Sends callbacks of links after the answer has gone out, also those that are due within seconds. */
export function sendLinkCallbacksSoon(sandbox: Sandbox): void {
  sandbox.later(sendUntilQuiet(sandbox, { sendDue: sendDueLinkCallbacks, nextDueMs }))
}
