import { and, eq, sql } from 'drizzle-orm'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { links, type JournalData } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { LinkRow } from './read-link.ts'

/** Why a link was ended without a request of the customer or the shop. */
export type LinkEnd =
  /**
   * The service does not know the token: the customer unlinked the wallet in the app. Assumes G-56.
   */
  | { readonly why: 'unknown_to_service'; readonly code: number }
  /** The token cannot be decrypted with any configured secret, so it is unusable. */
  | { readonly why: 'token_unreadable' }

/** The columns of a link that has ended: its token is deleted. */
export function unlinked(atMs: number) {
  return {
    state: 'unlinked',
    sealedToken: null,
    updatedAtMs: atMs,
    nextCallAtMs: null,
  } as const
}

/**
 * Ends a link that cannot pay any more, and deletes its token; the customer may link again. For a
 * token that cannot be decrypted an alert is raised, because the service still has that link.
 */
export async function endLink(
  context: OrdersContext,
  { id, serviceLinkId, sealedToken }: LinkRow,
  end: LinkEnd,
): Promise<void> {
  const atMs = context.now()
  const isUnreadable = end.why === 'token_unreadable'
  const evidence: EvidenceSource = isUnreadable ? 'own record' : 'answer of the service'
  const data: JournalData = { link_id: id, ...end }
  await transact(context, {
    decide: update(links, {
      set: unlinked(atMs),
      where: and(
        eq(links.id, id),
        sql`${links.state} IN ${linksIn.before('unlinked')}`,
        // What no secret opens is the token that was read, not one that was resealed meanwhile. The
        // service knows the token however it is sealed.
        isUnreadable ? sql`${links.sealedToken} IS ${sealedToken}` : undefined,
      ),
    }),
    journal: {
      atMs,
      kind: 'link.ended',
      orderId: null,
      dedupe: `link.ended:${id}`,
      evidence,
      data,
    },
    ...(isUnreadable && {
      alert: {
        kind: 'link_token_unreadable',
        subject: id,
        atMs,
        data: { service_link_id: serviceLinkId },
      },
    }),
  })
}
