import { and, eq, isNull, sql } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { links } from '../database/schema.ts'
import { linksIn } from '../database/states-in-sql.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import { entryOnce } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { checkLink } from './check-link.ts'
import { isLinkCallbackToken } from './link-callback.ts'
import type { LinkCallback } from './links-api.ts'
import { readLink } from './read-link.ts'

const linkReferenceShape = /^[\x21-\x7e]{1,255}$/

/**
 * Stores a link callback and queries the service. The callback is not signed: only the token in its
 * path is checked, and its content is not trusted. When the answer to the link request was lost,
 * the service is queried about the link_reference_id of the callback and says whether it is the
 * link of this customer. When the query gets no answer, the sweep repeats it, also about
 * a request that has expired.
 *
 * Assumes G-11.
 * @see Specification 6.2
 */
export async function recordLinkCallback(
  context: OrdersContext,
  callback: LinkCallback,
): Promise<'recorded' | 'refused'> {
  checkContext('recordLinkCallback', context)
  checkArguments('recordLinkCallback', { callback })
  const { id, token, linkReferenceId } = callback
  if (!(await isLinkCallbackToken(context, id, token))) return 'refused'
  const link = await readLink(context, id)
  if (link === undefined) return 'refused'
  const atMs = context.now()
  const serviceLinkId =
    linkReferenceId !== undefined && linkReferenceShape.test(linkReferenceId)
      ? linkReferenceId
      : null
  const received = entryOnce({
    atMs,
    kind: 'link.callback_received',
    orderId: null,
    dedupe: `link.callback_received:${id}:${serviceLinkId ?? ''}`,
    evidence: 'callback without a signature',
    data: { link_id: id, link_reference_id: serviceLinkId },
  })
  const named: Transition = {
    decide: update(links, {
      set: { serviceLinkId, leaseUntilMs: atMs },
      where: and(
        eq(links.id, id),
        isNull(links.serviceLinkId),
        sql`NOT EXISTS (SELECT 1 FROM ${links} WHERE service_link_id = ${serviceLinkId})`,
      ),
    }),
  }
  const due: Transition = {
    decide: update(links, {
      set: { calls: 0, nextCallAtMs: atMs },
      where: and(
        eq(links.id, id),
        sql`${links.state} IN ${linksIn.before('linked')}`,
        // Nothing is asked about an erased customer.
        sql`${links.customerId} <> ''`,
      ),
    }),
  }
  await transactAll(context, {
    transitions: serviceLinkId === null ? [received, due] : [received, named, due],
  })
  const fresh = await readLink(context, id)
  if (fresh?.serviceLinkId !== null && fresh !== undefined) await checkLink(context, fresh)
  return 'recorded'
}
