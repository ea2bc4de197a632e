import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { attempts, links, type JournalData } from '../database/schema.ts'
import { take, transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import { leaseMs } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { backoffMs } from '../pacing/backoff.ts'
import { isUnprocessed, type PortAnswer } from '../service/port-answer.ts'
import { callOnce } from '../service-calls/call-service.ts'
import { storeCall } from '../service-calls/store-call.ts'
import { linkStates } from '../states/link-state.ts'
import type { Undecided } from './query-again.ts'
import { unlinked } from './end-link.ts'
import { openLinkToken, withReadableToken } from './link-token.ts'
import type { UnlinkOutcome } from './links-api.ts'
import { linkView, readActiveLink, readLink, requireCustomerId, type LinkRow } from './read-link.ts'
import { unknownToken } from './unknown-token.ts'
import { alertAfterCalls, maxCalls } from '../pacing/call-limits.ts'

/**
 * Disables payments with a link; `false` while a payment needs its token, or when it is not linked.
 */
async function startUnlinking(context: OrdersContext, link: LinkRow): Promise<boolean> {
  const atMs = context.now()
  const { id } = link
  return transact(context, {
    decide: update(links, {
      set: {
        state: 'unlinking',
        updatedAtMs: atMs,
        calls: 0,
        nextCallAtMs: atMs,
      },
      where: and(
        eq(links.id, id),
        sql`${links.state} = 'linked'`,
        // Each of these states has a next call, and the few attempts that have one are indexed.
        sql`NOT EXISTS (SELECT 1 FROM ${attempts}
          WHERE link_id = ${id} AND state IN ('paying', 'awaiting_otp', 'confirming')
            AND next_call_at_ms IS NOT NULL)`,
      ),
    }),
    journal: {
      atMs,
      kind: 'link.unlink_asked',
      orderId: null,
      dedupe: `link.unlink_asked:${id}`,
      evidence: 'own record',
      data: { link_id: id },
    },
  })
}

/** Ends a link and deletes its token. */
async function recordUnlinked(
  context: OrdersContext,
  { id }: LinkRow,
  { evidence, data }: { evidence: EvidenceSource; data: JournalData },
): Promise<void> {
  const atMs = context.now()
  await transact(context, {
    decide: update(links, {
      set: unlinked(atMs),
      where: and(eq(links.id, id), sql`${links.state} = 'unlinking'`),
    }),
    journal: {
      atMs,
      kind: 'link.unlinked',
      orderId: null,
      dedupe: `link.unlinked:${id}`,
      evidence,
      data: { link_id: id, ...data },
    },
  })
}

async function keepUnlinking(
  context: OrdersContext,
  link: LinkRow,
  { why, mayGiveUp }: Undecided,
): Promise<void> {
  const now = context.now()
  const isLast = mayGiveUp && link.calls >= maxCalls
  await transact(context, {
    decide: update(links, {
      set: { nextCallAtMs: isLast ? null : now + backoffMs(link.calls, context.random) },
      where: and(
        eq(links.id, link.id),
        sql`${links.state} = 'unlinking'`,
        eq(links.calls, link.calls),
      ),
    }),
    ...(link.calls >= alertAfterCalls && {
      alert: {
        kind: isLast ? 'unlink_given_up' : 'unlink_unanswered',
        subject: link.id,
        atMs: now,
        data: { service_link_id: link.serviceLinkId, why },
      },
    }),
  })
}

/**
 * Restarts the calls that were given up, because a new request to unlink must reach the service.
 */
async function restartUnlinkCalls(context: OrdersContext, { id }: LinkRow): Promise<void> {
  await transact(context, {
    decide: update(links, {
      set: { calls: 0, nextCallAtMs: context.now() },
      where: and(eq(links.id, id), sql`${links.state} = 'unlinking'`, isNull(links.nextCallAtMs)),
    }),
  })
}

/**
 * Asks the service to unlink, with retries until it answers. Unlinking the same token again changes
 * nothing, until the customer has linked the wallet anew: no call is made after its lease.
 *
 * @returns whether the wallet is unlinked now
 */
export async function settleUnlinking(context: OrdersContext, id: string): Promise<boolean> {
  const now = context.now()
  const leaseUntilMs = now + leaseMs
  const [link] = await take(
    context,
    update(links, {
      set: { calls: sql`${links.calls} + 1`, nextCallAtMs: leaseUntilMs },
      where: and(eq(links.id, id), sql`${links.state} = 'unlinking'`, lte(links.nextCallAtMs, now)),
    }),
  )
  if (link === undefined) return false
  const token = await openLinkToken(context, link)
  if (token.outcome === 'ended') return true
  if (token.outcome === 'not_configured') {
    await keepUnlinking(context, link, { why: 'LINK_SECRET is not set', mayGiveUp: false })
    return false
  }
  const subject = { linkId: id, reference: id, endpoint: 'unlinkWallet' } as const
  const called = await callOnce(context, { subject, leaseUntilMs }, () =>
    context.port.unlinkWallet(token.userToken),
  )
  const [isUnlinked] = await Promise.all([
    applyUnlinkAnswer(context, link, called.answer),
    storeCall(context, called),
  ])
  return isUnlinked
}

/** @returns whether the wallet is unlinked by the answer */
async function applyUnlinkAnswer(
  context: OrdersContext,
  link: LinkRow,
  answer: PortAnswer<unknown>,
): Promise<boolean> {
  const isGone = answer.outcome === 'refused' && answer.code === unknownToken
  if (answer.outcome !== 'accepted' && !isGone) {
    const why = answer.outcome === 'refused' ? `${answer.code} ${answer.reason}` : answer.outcome
    await keepUnlinking(context, link, { why, mayGiveUp: !isUnprocessed(answer) })
    return false
  }
  await recordUnlinked(context, link, {
    evidence: 'answer of the service',
    data: { code: answer.code, calls: link.calls },
  })
  return true
}

/**
 * Unlinks the wallet of a customer. As soon as this is stored, the wallet cannot pay any more; the
 * call to the service is retried until it is answered. A link that has ended, or whose token cannot
 * be decrypted any more, counts as no link.
 *
 * @throws TypeError when the id is out of its range
 * @see Specification 4.11
 */
export async function unlinkWallet(
  context: OrdersContext,
  customerId: string,
): Promise<UnlinkOutcome> {
  checkContext('unlinkWallet', context)
  checkArguments('unlinkWallet', {}, { customerId })
  requireCustomerId(customerId)
  const active = await readActiveLink(context, customerId)
  if (active === undefined || active.state === 'requested') return { outcome: 'not_linked' }
  const link = await withReadableToken(context, active)
  if (!linkStates[link.state].active) return { outcome: 'not_linked' }
  if (link.state === 'linked' && !(await startUnlinking(context, link))) {
    const now = await readLink(context, link.id)
    // Else another request has begun to unlink it since it was read.
    if (now?.state === 'linked') return { outcome: 'in_use', link: linkView(now) }
  }
  await restartUnlinkCalls(context, link)
  await settleUnlinking(context, link.id)
  const row = (await readLink(context, link.id)) ?? link
  const outcome = row.state === 'unlinked' ? 'unlinked' : 'unlinking'
  return { outcome, link: linkView(row) }
}
