import * as v from 'valibot'
import { requestCheckout } from '../checkout/checkout-request.ts'
import type { Shop } from '../shop.ts'

const link = v.object({
  state: v.string(),
  webUrl: v.optional(v.string()),
  phone: v.optional(v.string()),
})

/** The link between a customer of the shop and a wallet. */
export interface LinkedWallet extends v.InferOutput<typeof link> {}

/** The customer's link, or nothing when there is none. */
export async function findLinkedWallet(
  shop: Shop,
  customerId: string,
): Promise<LinkedWallet | undefined> {
  const { status, json } = await requestCheckout(shop, {
    method: 'GET',
    path: `/links/${customerId}`,
  })
  return status === 200 ? v.parse(link, json) : undefined
}

/**
 * Asks checkout to link the customer's wallet.
 *
 * @returns the page on which the customer confirms; nothing when there is none to go to
 */
export async function requestLink(shop: Shop, customerId: string): Promise<string | undefined> {
  const asked = { method: 'POST', path: '/links', json: { customerId } } as const
  const { status, json } = await requestCheckout(shop, asked)
  if (status !== 201) return undefined
  return v.parse(v.object({ link }), json).link.webUrl
}

/** Asks checkout to unlink the customer's wallet. */
export async function endLink(shop: Shop, customerId: string): Promise<void> {
  await requestCheckout(shop, { method: 'DELETE', path: `/links/${customerId}` })
}
