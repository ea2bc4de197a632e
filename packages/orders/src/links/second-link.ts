import { and, eq, sql } from 'drizzle-orm'
import { links } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { askAboutLink, confirmedIn } from './ask-about-link.ts'
import { endLink } from './end-link.ts'
import { openLinkToken } from './link-token.ts'
import { readActiveLink, type LinkRow } from './read-link.ts'
import { unknownToken } from './unknown-token.ts'

/**
 * What became of the link that a customer had before: it has ended, it is still valid, or it is the
 * link that was confirmed now, under another id.
 */
export type EarlierLink = 'ended' | 'valid' | 'same'

/**
 * Asks the service about the link that a customer has, when it has confirmed another one. A service
 * that keeps one link for each customer has ended the earlier one, whose token pays no more: it ends
 * here too. A token that the earlier link has as well must not be unlinked as a second one. Assumes
 * G-50 and G-55.
 */
export async function checkEarlierLink(
  context: OrdersContext,
  { customerId }: Pick<LinkRow, 'customerId'>,
  userToken: string,
): Promise<EarlierLink> {
  const earlier = await readActiveLink(context, customerId)
  if (earlier === undefined) return 'ended'
  const token = await openLinkToken(context, earlier)
  if (token.outcome === 'ended') return 'ended'
  if (token.outcome === 'open' && token.userToken === userToken) return 'same'
  if (earlier.state !== 'linked' || earlier.serviceLinkId === null) return 'valid'
  const answer = await askAboutLink(context, earlier, earlier.serviceLinkId)
  if (answer.outcome !== 'refused' && answer.outcome !== 'accepted') return 'valid'
  const isGone = answer.outcome === 'refused' && answer.code === unknownToken
  // The service names one link for both: its token has changed.
  const isReplaced = confirmedIn(answer)?.userToken === userToken
  if (!isGone && !isReplaced) return 'valid'
  const { code } = answer
  await endLink(context, earlier, { why: 'unknown_to_service', code })
  return 'ended'
}

/**
 * Stores the token of a second link of a customer, only to unlink it: the customer sees both as
 * linked, and a later unlinking would end the first one only. The alert closes when the service has
 * unlinked it.
 */
export async function unlinkSecondLink(
  context: OrdersContext,
  { id, customerId, serviceLinkId }: LinkRow,
  wallet: Pick<LinkRow, 'sealedToken' | 'maskedPhone'>,
): Promise<void> {
  const atMs = context.now()
  await transact(context, {
    decide: update(links, {
      set: {
        state: 'unlinking',
        ...wallet,
        updatedAtMs: atMs,
        leaseUntilMs: atMs,
        calls: 0,
        nextCallAtMs: atMs,
      },
      where: and(
        eq(links.id, id),
        eq(links.customerId, customerId),
        sql`${links.state} = 'expired'`,
        sql`EXISTS (SELECT 1 FROM ${links} AS other
          WHERE other.customer_id = ${customerId} AND other.id <> ${id}
            AND other.state IN ${linksIn.active})`,
      ),
    }),
    journal: {
      atMs,
      kind: 'link.second',
      orderId: null,
      dedupe: `link.second:${id}`,
      evidence: 'answer of the service',
      data: { link_id: id, service_link_id: serviceLinkId },
    },
    alert: {
      kind: 'second_link',
      subject: id,
      atMs,
      data: { service_link_id: serviceLinkId },
    },
  })
}
