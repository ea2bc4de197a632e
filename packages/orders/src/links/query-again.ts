import { and, eq, sql, type SQL } from 'drizzle-orm'
import { links } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { jittered } from '../pacing/backoff.ts'
import type { LinkRow } from './read-link.ts'
import { alertAfterCalls, maxCalls } from '../pacing/call-limits.ts'

/** A pending link is queried once more this long after its expiry before it is given up. */
export const expiryGraceMs = 60_000
/**
 * A request whose queries are not answered stays open this long after its deadline. Then the customer
 * may request another link, while the service is still queried about this one.
 */
const answerWaitMs = 60 * 60_000
const firstPauseMs = 10_000
/** Longest pause while the customer may be waiting for the page to go on. */
const maxPauseMs = 5 * 60_000
/** Longest pause once the request has ended. */
const maxPauseAfterEndMs = 60 * 60_000

/** Why a call about a link has decided nothing. */
export interface Undecided {
  /** For the person on call. */
  readonly why: string
  /** `false` where the query reached nobody: it is repeated until its cause is repaired. */
  readonly mayGiveUp: boolean
}

/**
 * Condition: no callback has asked for another query since the link was leased for this one. The
 * customer may have confirmed the link while the service answered that nobody has.
 */
export function isNewestQuery({ nextCallAtMs }: LinkRow): SQL {
  return sql`${links.nextCallAtMs} IS ${nextCallAtMs}`
}

function pauseMs({ random }: OrdersContext, calls: number, maxMs: number): number {
  return jittered(Math.min(maxMs, firstPauseMs * 2 ** (calls - 1)), random)
}

/** Schedules the next query about a request that is still open. */
export async function scheduleNextQuery(context: OrdersContext, link: LinkRow): Promise<void> {
  const now = context.now()
  const { id, calls, expiresAtMs } = link
  const atMs = now + pauseMs(context, calls, maxPauseMs)
  const nextCallAtMs = now < expiresAtMs ? Math.min(atMs, expiresAtMs + expiryGraceMs) : atMs
  await transact(context, {
    decide: update(links, {
      set: { nextCallAtMs },
      where: and(
        eq(links.id, id),
        sql`${links.state} IN ${linksIn.before('linked')}`,
        isNewestQuery(link),
      ),
    }),
  })
}

/**
 * Ends a request whose queries have not been answered long after its deadline, so that the customer
 * may request another link; the service is still queried about this one.
 */
async function endUnanswered(context: OrdersContext, link: LinkRow, why: string): Promise<void> {
  const atMs = context.now()
  const { id } = link
  await transact(context, {
    decide: update(links, {
      set: {
        state: 'expired',
        updatedAtMs: atMs,
        calls: 0,
        nextCallAtMs: atMs + pauseMs(context, 1, maxPauseAfterEndMs),
      },
      where: and(eq(links.id, id), sql`${links.state} = 'requested'`, isNewestQuery(link)),
    }),
    journal: {
      atMs,
      kind: 'link.unanswered',
      orderId: null,
      dedupe: `link.unanswered:${id}`,
      evidence: 'no answer of the service',
      data: { link_id: id, why },
    },
  })
}

/**
 * Schedules the next query about a request that has ended, at growing intervals, with an alert after
 * five of them. After forty the service is not queried any more, until a callback comes.
 */
async function queryEndedAgain(
  context: OrdersContext,
  link: LinkRow,
  { why, mayGiveUp }: Undecided,
): Promise<void> {
  const atMs = context.now()
  const { id, calls, serviceLinkId } = link
  const isLast = mayGiveUp && calls >= maxCalls
  await transact(context, {
    decide: update(links, {
      set: {
        nextCallAtMs: isLast ? null : atMs + pauseMs(context, calls, maxPauseAfterEndMs),
      },
      where: and(eq(links.id, id), sql`${links.state} = 'expired'`, isNewestQuery(link)),
    }),
    ...(calls >= alertAfterCalls && {
      alert: {
        kind: isLast ? 'link_given_up' : 'link_unanswered',
        subject: id,
        atMs,
        data: { service_link_id: serviceLinkId, why },
      },
    }),
  })
}

/** Goes on after a query that has decided nothing: queries again, or ends or gives up the request. */
export async function queryAgain(
  context: OrdersContext,
  link: LinkRow,
  undecided: Undecided,
): Promise<void> {
  if (link.state === 'expired') await queryEndedAgain(context, link, undecided)
  else if (context.now() < link.expiresAtMs + answerWaitMs) await scheduleNextQuery(context, link)
  else await endUnanswered(context, link, undecided.why)
}
