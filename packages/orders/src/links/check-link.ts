import { maskPhone } from '@merchant-edge/contract/redaction'
import { and, eq, lte, sql } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { links } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import { take, transact, transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { jittered } from '../pacing/backoff.ts'
import { sealText } from '../privacy/seal-text.ts'
import type { CheckedLink } from '../service/linked-port.ts'
import { isTurnedAway, type PortAnswer } from '../service/port-answer.ts'
import { callService } from '../service-calls/call-service.ts'
import { keepCall } from '../service-calls/keep-call.ts'
import { linkCallbackUrls } from './link-callback.ts'
import { readLink, type LinkRow } from './read-link.ts'
import { endLinkRequest } from './record-link-request.ts'

/** Minimum time between two queries about one link. */
const checkPauseMs = 3_000
/** A pending link is queried once more this long after its expiry before it is given up. */
const expiryGraceMs = 60_000
const firstPauseMs = 10_000
const longestPauseMs = 5 * 60_000

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
        // A late answer to a request of an erased customer links nobody.
        sql`${links.customerId} <> ''`,
      ),
    }),
  )
  return leased
}

async function recordLinked(
  context: OrdersContext,
  link: LinkRow,
  { userToken, phone = '' }: CheckedLink & { readonly userToken: string },
): Promise<void> {
  const atMs = context.now()
  const { id, customerId, serviceLinkId } = link
  const { linkSecret } = context
  if (linkSecret === undefined) throw new Error('LINK_SECRET is not set; a token cannot be sealed.')
  const sealedToken = await sealText({ secret: linkSecret, owner: id }, userToken)
  const maskedPhone = maskPhone(phone)
  const otherRequests: Transition = {
    decide: update(links, {
      set: { state: 'expired', nextCallAtMs: null, updatedAtMs: atMs },
      where: and(
        eq(links.customerId, customerId),
        sql`${links.id} <> ${id} AND ${links.state} = 'requested'`,
      ),
    }),
  }
  const linked: Transition = {
    decide: update(links, {
      set: {
        state: 'linked',
        version: sql`${links.version} + 1`,
        sealedToken,
        maskedPhone,
        updatedAtMs: atMs,
        calls: 0,
        nextCallAtMs: null,
        // The query is answered, so the sweep may reseal the token from now on.
        leaseUntilMs: atMs,
      },
      where: and(
        eq(links.id, id),
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
      data: {
        link_id: id,
        service_link_id: serviceLinkId,
      },
    },
  }
  const done = await transactAll(context, { transitions: [otherRequests, linked] })
  if (done.happened(linked)) return
  const now = await readLink(context, id)
  if (now?.state === 'linked') return
  await raiseAlert(context, {
    kind: 'second_link',
    subject: id,
    atMs,
    data: { service_link_id: serviceLinkId },
  })
}

async function expireLink(context: OrdersContext, link: LinkRow): Promise<void> {
  const evidence =
    link.serviceLinkId === null ? 'no answer of the service' : 'answer of the service'
  await endLinkRequest(context, link, { kind: 'link.expired', evidence, data: {} })
}

/** The content of an answer about a link: whether the customer has confirmed it. */
function saidOfLink(answer: PortAnswer<CheckedLink>): string | undefined {
  if (answer.outcome !== 'accepted') return undefined
  const { userToken } = answer.data
  return userToken === undefined || userToken === '' ? 'not_confirmed' : 'confirmed'
}

/**
 * Queries the service; only its answer to this signed query links a wallet. Assumes G-05 and G-11.
 */
async function ask(context: OrdersContext, link: LinkRow, linkId: string): Promise<void> {
  const { id, customerId } = link
  const [callbackUrl, ...previous] = await linkCallbackUrls(context, id)
  const subject = { linkId: id, reference: id, endpoint: 'checkWalletLink' } as const
  const askWith = async (address: string): Promise<PortAnswer<CheckedLink>> => {
    const called = await callService(context, subject, () =>
      context.port.checkLink({ linkId, customerId, callbackUrl: address }),
    )
    await keepCall(context, called, saidOfLink(called.answer))
    return called.answer
  }
  let answer = await askWith(callbackUrl)
  // The query is signed over the callback address of the request, which may have been made with the
  // previous secret.
  for (const address of previous) {
    if (answer.outcome === 'refused') answer = await askWith(address)
  }
  const now = context.now()
  if (answer.outcome === 'accepted') {
    const { userToken } = answer.data
    const isOurs = (answer.data.linkId ?? linkId) === linkId
    if (isOurs && userToken !== undefined && userToken !== '') {
      await recordLinked(context, link, { ...answer.data, userToken })
      return
    }
    if (now >= link.expiresAtMs + expiryGraceMs) {
      await expireLink(context, link)
      return
    }
  } else if (
    answer.outcome === 'refused' &&
    !isTurnedAway(answer) &&
    now >= link.expiresAtMs + expiryGraceMs
  ) {
    await expireLink(context, link)
    return
  }
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(link.calls - 1, 10))
  const atMs = now + jittered(pauseMs, context.random)
  const nextCallAtMs =
    now < link.expiresAtMs ? Math.min(atMs, link.expiresAtMs + expiryGraceMs) : atMs
  await transact(context, {
    decide: update(links, {
      set: { nextCallAtMs },
      where: and(eq(links.id, id), sql`${links.state} = 'requested'`),
    }),
  })
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
  if (leased.serviceLinkId !== null) await ask(context, leased, leased.serviceLinkId)
  else await expireLink(context, leased)
  return (await readLink(context, link.id)) ?? leased
}
