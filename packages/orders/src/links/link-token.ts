import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { dueInTurn } from '../database/due-in-turn.ts'
import { openDatabase } from '../database/open-database.ts'
import { links } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { transactInBatches } from '../database/transact-in-batches.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { openText, sealedPrefix, sealText, type Seal } from '../privacy/seal-text.ts'
import { endLink } from './end-link.ts'
import { readLink, type LinkRow } from './read-link.ts'

/** The token of a linked wallet, or why there is none. */
export type LinkToken =
  | { readonly outcome: 'open'; readonly userToken: string }
  /** The link has ended; it was ended just now if its token could not be decrypted. */
  | { readonly outcome: 'ended' }
  /** No secret is configured. The link stays: it works again when the secret is set again. */
  | { readonly outcome: 'not_configured' }

/** Wait before a token that no secret decrypts is tried again, in milliseconds. */
const unreadableRestMs = 24 * 60 * 60_000
/** Tokens that are resealed in one batch. */
const perBatch = 10

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
 * Decrypts the token of a link. A token that was sealed with the previous secret is resealed with
 * the current one. A link whose token no secret decrypts is ended, with an alert.
 */
export async function openLinkToken(context: OrdersContext, link: LinkRow): Promise<LinkToken> {
  const { sealedToken } = link
  if (sealedToken === null) return { outcome: 'ended' }
  const seal = sealOf(context, link.id)
  if (seal === undefined) return { outcome: 'not_configured' }
  const opened = await openText(seal, sealedToken)
  if (opened === undefined) {
    const now = await readLink(context, link.id)
    // Another request has resealed the token or ended the link since it was read.
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
 * Reads a link again after its token was tried, which ends a link that cannot pay any more.
 *
 * @returns the link as it stands then
 */
export async function withReadableToken(context: OrdersContext, link: LinkRow): Promise<LinkRow> {
  if (link.sealedToken === null) return link
  const { outcome } = await openLinkToken(context, link)
  return outcome === 'ended' ? ((await readLink(context, link.id)) ?? link) : link
}

/**
 * Reseals tokens that were sealed with the previous secret, so that this secret can be retired. A
 * token that cannot be decrypted is left unchanged: the next use of its link ends the link, and a
 * wrong secret must not end all links at once.
 *
 * @param limit maximum number of tokens to reseal
 */
export async function resealTokens(context: OrdersContext, limit: number): Promise<void> {
  const { linkSecret, linkSecretPrevious } = context
  if (linkSecret === undefined || linkSecretPrevious === undefined) return
  const prefix = await sealedPrefix(linkSecret)
  const now = context.now()
  const { id: key, leaseUntilMs: oldestFirst } = links
  const isOlder = and(
    sql`substr(${links.sealedToken}, 1, ${prefix.length}) <> ${prefix}`,
    lte(oldestFirst, now),
  )
  const older = await openDatabase(context)
    .select()
    .from(links)
    .where(dueInTurn(now, { key, oldestFirst, where: isOlder, limit }))
    .orderBy(asc(oldestFirst))
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
  await transactInBatches(context, transitions, perBatch)
}
