import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { links } from '../database/schema.ts'
import { transact, transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { openText, sealedPrefix, sealText, type Seal } from '../privacy/seal-text.ts'
import { endLink } from './end-link.ts'
import { readLink, type LinkRow } from './read-link.ts'

/** The token of a linked wallet, or why there is none. */
export type LinkToken =
  | { readonly outcome: 'open'; readonly userToken: string }
  /** The link is over; it was ended now if its token does not open any more. */
  | { readonly outcome: 'ended' }
  /** There is no secret to open it with. The link stays: a secret that is set again opens it. */
  | { readonly outcome: 'not_configured' }

/** Rest before a token that opens under neither secret is looked at again, in milliseconds. */
const unreadableRestMs = 24 * 60 * 60_000

function sealOf(
  { linkSecret, linkSecretPrevious }: OrdersContext,
  owner: string,
): Seal | undefined {
  if (linkSecret === undefined) return undefined
  return { secret: linkSecret, previousSecret: linkSecretPrevious, owner }
}

function resealed({ id, sealedToken }: LinkRow, sealedAgain: string): Transition {
  return {
    decide: update(links, {
      set: { sealedToken: sealedAgain },
      where: and(eq(links.id, id), sql`${links.sealedToken} IS ${sealedToken}`),
    }),
  }
}

/**
 * Opens the token of a link. One that was sealed under the secret before is sealed again; a link whose token opens under
 * neither secret is ended, with an alert.
 */
export async function openLinkToken(context: OrdersContext, link: LinkRow): Promise<LinkToken> {
  const { sealedToken } = link
  if (sealedToken === null) return { outcome: 'ended' }
  const seal = sealOf(context, link.id)
  if (seal === undefined) return { outcome: 'not_configured' }
  const opened = await openText(seal, sealedToken)
  if (opened === undefined) {
    const now = await readLink(context, link.id)
    // Another request has sealed it again, or ended the link, since it was read.
    if (now !== undefined && now.sealedToken !== sealedToken) return openLinkToken(context, now)
    await endLink(context, link, { why: 'token_unreadable' })
    return { outcome: 'ended' }
  }
  if (!opened.isCurrent) {
    await transact(context, resealed(link, await sealText(seal, opened.text)))
  }
  return { outcome: 'open', userToken: opened.text }
}

/**
 * Reads a link again after a look at its token: one that can pay no more is ended by it.
 *
 * @returns the link as it stands then
 */
export async function withReadableToken(context: OrdersContext, link: LinkRow): Promise<LinkRow> {
  if (link.sealedToken === null) return link
  const { outcome } = await openLinkToken(context, link)
  return outcome === 'ended' ? ((await readLink(context, link.id)) ?? link) : link
}

/**
 * Seals tokens again that are under the secret before, so that it can be dropped. One that does not open is left as it
 * is: whoever needs it ends its link, and a wrong secret must not end all of them by itself.
 *
 * @param limit tokens to seal at most
 */
export async function resealTokens(context: OrdersContext, limit: number): Promise<void> {
  const { linkSecret, linkSecretPrevious } = context
  if (linkSecret === undefined || linkSecretPrevious === undefined) return
  const prefix = await sealedPrefix(linkSecret)
  const now = context.now()
  const older = await openDatabase(context)
    .select()
    .from(links)
    .where(
      and(
        isNotNull(links.sealedToken),
        sql`substr(${links.sealedToken}, 1, ${prefix.length}) <> ${prefix}`,
        lte(links.leaseUntilMs, now),
      ),
    )
    .orderBy(asc(links.leaseUntilMs))
    .limit(limit)
  const transitions = await Promise.all(
    older.map(async (link): Promise<Transition> => {
      const seal: Seal = { secret: linkSecret, previousSecret: linkSecretPrevious, owner: link.id }
      const opened = await openText(seal, link.sealedToken ?? '')
      if (opened !== undefined) return resealed(link, await sealText(seal, opened.text))
      return {
        decide: update(links, {
          set: { leaseUntilMs: now + unreadableRestMs },
          where: and(eq(links.id, link.id), isNotNull(links.sealedToken)),
        }),
      }
    }),
  )
  if (transitions.length > 0) await transactAll(context, { transitions })
}
