import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { EvidenceSource } from '../database/journal-entry.ts'
import { links, type JournalData } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { insert, update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { RequestedLink } from '../service/linked-port.ts'

/** How long one request may take before another request may try again. */
export const requestLeaseMs = 90_000
const defaultExpiresInMinutes = 15
const maxExpiresInMinutes = 24 * 60
const firstCheckMs = 10_000

/** A link that is being requested. */
export interface LinkToWrite {
  readonly id: string
  readonly customerId: string
}

/** Ends a request that cannot succeed; the customer may request another link. */
export async function endLinkRequest(
  context: OrdersContext,
  link: LinkToWrite,
  why: {
    kind: 'link.refused' | 'link.unanswered' | 'link.expired'
    evidence: EvidenceSource
    data: JournalData
    /** A further condition on the link. */
    where?: SQL
  },
): Promise<void> {
  const atMs = context.now()
  const { id } = link
  const { kind, evidence, data, where } = why
  await transact(context, {
    decide: update(links, {
      set: {
        state: 'expired',
        updatedAtMs: atMs,
        nextCallAtMs: null,
      },
      where: and(eq(links.id, id), sql`${links.state} IN ${linksIn.before('expired')}`, where),
    }),
    journal: {
      atMs,
      kind,
      orderId: null,
      dedupe: `${kind}:${id}`,
      evidence,
      data: { link_id: id, ...data },
    },
  })
}

/**
 * Stores the request before the service is called; `false` when another request was faster.
 *
 * @param link.leaseUntilMs end of the lease of the call, in milliseconds since 1970
 */
export async function reserveLink(
  context: OrdersContext,
  link: LinkToWrite & { readonly leaseUntilMs: number },
): Promise<boolean> {
  const atMs = context.now()
  const { id, customerId, leaseUntilMs } = link
  return transact(context, {
    decide: insert(links, {
      values: {
        id,
        customerId,
        state: 'requested',
        createdAtMs: atMs,
        updatedAtMs: atMs,
        leaseUntilMs,
        expiresAtMs: leaseUntilMs,
        nextCallAtMs: leaseUntilMs,
      },
      where: sql`NOT EXISTS (
        SELECT 1 FROM ${links} WHERE customer_id = ${customerId} AND state IN ${linksIn.active})`,
    }),
    journal: {
      atMs,
      kind: 'link.requested',
      orderId: null,
      dedupe: `link.requested:${id}`,
      evidence: 'own record',
      data: { link_id: id },
    },
  })
}

/** Records the page on which the customer confirms, and when to query the state of the link. */
export async function recordLinkRequested(
  context: OrdersContext,
  link: LinkToWrite,
  requested: RequestedLink,
): Promise<void> {
  const atMs = context.now()
  const { linkId, webUrl, expiresInMinutes = defaultExpiresInMinutes } = requested
  const isPlausible = expiresInMinutes > 0 && expiresInMinutes <= maxExpiresInMinutes
  const minutes = isPlausible ? expiresInMinutes : defaultExpiresInMinutes
  await transact(context, {
    decide: update(links, {
      set: {
        serviceLinkId: linkId,
        webUrl,
        updatedAtMs: atMs,
        leaseUntilMs: atMs,
        expiresAtMs: atMs + Math.round(minutes * 60_000),
        nextCallAtMs: atMs + firstCheckMs,
      },
      where: and(
        eq(links.id, link.id),
        sql`${links.state} = 'requested' AND ${links.serviceLinkId} IS NULL`,
        sql`NOT EXISTS (SELECT 1 FROM ${links} WHERE service_link_id = ${linkId})`,
      ),
    }),
    journal: {
      atMs,
      kind: 'link.created',
      orderId: null,
      dedupe: `link.created:${link.id}`,
      evidence: 'answer of the service',
      data: { link_id: link.id, service_link_id: linkId, minutes },
    },
  })
}
