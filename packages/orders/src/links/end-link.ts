import { and, eq, sql } from 'drizzle-orm'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { links, type JournalData } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { LinkRow } from './read-link.ts'

/** Why a link has ended without being asked to. */
export type LinkEnd =
  /** The service knows no wallet by the token: the customer unlinked it in the app. Assumes G-56. */
  | { readonly why: 'unknown_to_service'; readonly code: number }
  /** The token opens under no secret that there is, so that nobody can use it any more. */
  | { readonly why: 'token_unreadable' }

/**
 * Ends a link that cannot pay any more, and forgets its token; the customer may link again. A person is told of a token
 * that does not open: the service still has that link.
 */
export async function endLink(
  context: OrdersContext,
  { id, customerId, sealedToken }: LinkRow,
  end: LinkEnd,
): Promise<void> {
  const atMs = context.now()
  const isUnreadable = end.why === 'token_unreadable'
  const evidence: EvidenceSource = isUnreadable ? 'own record' : 'answer of the service'
  const data: JournalData = { link_id: id, ...end }
  await transact(context, {
    decide: update(links, {
      set: {
        state: 'unlinked',
        version: sql`${links.version} + 1`,
        sealedToken: null,
        updatedAtMs: atMs,
        nextCallAtMs: null,
      },
      where: and(
        eq(links.id, id),
        sql`${links.state} IN ${linksIn.before('unlinked')}`,
        // The token that was looked at, and not one that was sealed again meanwhile.
        sql`${links.sealedToken} IS ${sealedToken}`,
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
        data: { customer_id: customerId },
      },
    }),
  })
}
