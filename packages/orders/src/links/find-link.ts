import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import type { OrdersContext } from '../orders-context.ts'
import { checkLink } from './check-link.ts'
import { withReadableToken } from './link-token.ts'
import type { LinkView } from './links-api.ts'
import { linkView, readNewestLink, requireCustomerId } from './read-link.ts'

/**
 * Reads the newest link of a customer. The service is first queried about a pending link, because
 * the customer may just have confirmed it. A link whose token cannot be decrypted any more is
 * ended.
 *
 * @throws TypeError when the id is out of range
 */
export async function findLink(
  context: OrdersContext,
  customerId: string,
): Promise<LinkView | null> {
  checkContext('findLink', context)
  checkArguments('findLink', {}, { customerId })
  requireCustomerId(customerId)
  const found = await readNewestLink(context, customerId)
  if (found === undefined) return null
  const link =
    found.state === 'requested'
      ? await checkLink(context, found)
      : await withReadableToken(context, found)
  return linkView(link)
}
