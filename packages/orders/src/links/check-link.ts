import { maskPhone } from '@merchant-edge/contract/redaction'
import { and, eq, lte, sql } from 'drizzle-orm'
import { links } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import { take, transact, transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { sealText } from '../privacy/seal-text.ts'
import {
  askAboutLink,
  confirmedIn,
  isAboutAnother,
  whyUndecided,
  type ConfirmedLink,
} from './ask-about-link.ts'
import { expiryGraceMs, isNewestQuery, queryAgain, scheduleNextQuery } from './query-again.ts'
import { readLink, type LinkRow } from './read-link.ts'
import { endLinkRequest } from './record-link-request.ts'
import { checkEarlierLink, unlinkSecondLink } from './second-link.ts'

/** Minimum time between two queries about one link. */
const checkPauseMs = 3_000

/**
 * Leases a link for one query, for a few seconds; `undefined` when another request holds the lease.
 */
async function leaseLink(context: OrdersContext, id: string): Promise<LinkRow | undefined> {
  const now = context.now()
  const [leased] = await take(
    context,
    update(links, {
      set: {
        leaseUntilMs: now + checkPauseMs,
        calls: sql`${links.calls} + 1`,
        nextCallAtMs: sql`CASE WHEN ${links.nextCallAtMs} IS NULL THEN NULL ELSE ${now + checkPauseMs} END`,
      },
      where: and(
        eq(links.id, id),
        sql`${links.state} IN ${linksIn.before('linked')}`,
        lte(links.leaseUntilMs, now),
        // A late answer about a request of an erased customer must not create a link.
        sql`${links.customerId} <> ''`,
      ),
    }),
  )
  return leased
}

/**
 * The other open requests of the customer, which end when one wallet is linked; not those of a new
 * customer with the same id, after this one was erased.
 */
function endOtherRequests({ id, customerId }: LinkRow, atMs: number): Transition {
  return {
    decide: update(links, {
      set: {
        state: 'expired',
        nextCallAtMs: null,
        updatedAtMs: atMs,
      },
      where: and(
        eq(links.customerId, customerId),
        sql`${links.id} <> ${id} AND ${links.state} = 'requested'`,
        sql`EXISTS (SELECT 1 FROM ${links} AS own
          WHERE own.id = ${id} AND own.customer_id = ${customerId})`,
      ),
    }),
  }
}

/** The link becomes `linked`, unless the customer has another active one. */
function walletLinked(
  { id, customerId, serviceLinkId }: LinkRow,
  wallet: Pick<LinkRow, 'sealedToken' | 'maskedPhone'>,
  atMs: number,
): Transition {
  return {
    decide: update(links, {
      set: {
        state: 'linked',
        ...wallet,
        updatedAtMs: atMs,
        calls: 0,
        nextCallAtMs: null,
        // The query is answered, so the sweep may reseal the token from now on.
        leaseUntilMs: atMs,
      },
      where: and(
        eq(links.id, id),
        // The customer may have been erased since the query.
        eq(links.customerId, customerId),
        sql`${links.state} IN ${linksIn.before('linked')}`,
        sql`NOT EXISTS (SELECT 1 FROM ${links} AS other
          WHERE other.customer_id = ${customerId} AND other.id <> ${id}
            AND other.state IN ${linksIn.active})`,
      ),
    }),
    journal: {
      atMs,
      kind: 'link.linked',
      orderId: null,
      dedupe: `link.linked:${id}`,
      evidence: 'answer of the service',
      data: { link_id: id, service_link_id: serviceLinkId },
    },
  }
}

/** Ends the queries about an expired link that a callback has asked for, because one is answered. */
async function stopQueries(context: OrdersContext, link: LinkRow): Promise<void> {
  await transact(context, {
    decide: update(links, {
      // One that was given up keeps the number of its calls.
      set: { calls: 0, nextCallAtMs: null },
      where: and(eq(links.id, link.id), isNewestQuery(link)),
    }),
  })
}

async function recordLinked(
  context: OrdersContext,
  link: LinkRow,
  { linkSecret, userToken, phone = '' }: ConfirmedLink & { readonly linkSecret: string },
): Promise<void> {
  const atMs = context.now()
  const { id } = link
  const sealedToken = await sealText({ secret: linkSecret, owner: id }, userToken)
  const wallet = { sealedToken, maskedPhone: maskPhone(phone) }
  const linked = walletLinked(link, wallet, atMs)
  const transitions = [endOtherRequests(link, atMs), linked]
  if ((await transactAll(context, { transitions })).happened(linked)) return
  const now = await readLink(context, id)
  if (now?.state !== 'expired') return
  const earlier = await checkEarlierLink(context, link, userToken)
  if (earlier === 'ended') await transact(context, linked)
  else if (earlier === 'valid') await unlinkSecondLink(context, link, wallet)
  else await stopQueries(context, link)
}

async function expireLink(context: OrdersContext, link: LinkRow): Promise<void> {
  const evidence =
    link.serviceLinkId === null ? 'no answer of the service' : 'answer of the service'
  const where = isNewestQuery(link)
  await endLinkRequest(context, link, { kind: 'link.expired', evidence, data: {}, where })
  await stopQueries(context, link)
}

/**
 * Queries the service, and links the wallet, ends the request, or schedules the next query. Only
 * the answer to this signed query links a wallet. Assumes G-05 and G-11.
 */
async function settleLink(context: OrdersContext, link: LinkRow, linkId: string): Promise<void> {
  const { linkSecret } = context
  if (linkSecret === undefined) {
    // The token in the answer could not be stored.
    await queryAgain(context, link, { why: 'LINK_SECRET is not set', mayGiveUp: false })
    return
  }
  const answer = await askAboutLink(context, link, linkId)
  const confirmed = isAboutAnother(answer, linkId) ? undefined : confirmedIn(answer)
  if (confirmed !== undefined) {
    await recordLinked(context, link, { ...confirmed, linkSecret })
    return
  }
  const undecided = whyUndecided(answer, linkId)
  if (undecided !== undefined) await queryAgain(context, link, undecided)
  else if (context.now() < link.expiresAtMs + expiryGraceMs) await scheduleNextQuery(context, link)
  else await expireLink(context, link)
}

/**
 * Queries the service about a pending link, at most every three seconds, and applies its answer. A
 * request that was never answered is given up after its lease.
 *
 * @returns the updated link
 */
export async function checkLink(context: OrdersContext, link: LinkRow): Promise<LinkRow> {
  const leased = await leaseLink(context, link.id)
  if (leased === undefined) return (await readLink(context, link.id)) ?? link
  if (leased.serviceLinkId !== null) await settleLink(context, leased, leased.serviceLinkId)
  else await expireLink(context, leased)
  return (await readLink(context, link.id)) ?? leased
}
