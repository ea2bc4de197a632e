import type { OrdersContext } from '../orders-context.ts'
import { linkCallbackToken } from './link-callback-token.ts'

/** The address that the service calls once a link is confirmed: unguessable, one for each link. */
export async function linkCallbackUrl(context: OrdersContext, linkId: string): Promise<string> {
  const token = await linkCallbackToken(context.callbackSecret, linkId)
  return `${context.checkoutUrl}/link-callbacks/${linkId}/${token}`
}
