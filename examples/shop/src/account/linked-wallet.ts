import * as v from 'valibot'
import { requestCheckout } from '../checkout/checkout-request.ts'
import type { Shop } from '../shop.ts'

const link = v.object({
  state: v.string(),
  webUrl: v.optional(v.string()),
  phone: v.optional(v.string()),
})

/** The wallet's page on which a link is confirmed; `undefined` for an address of another origin. */
function walletPage({ env }: Shop, url: string | undefined): string | undefined {
  const { origin } = new URL(env.WALLET_URL ?? env.AUTH_URL)
  return url !== undefined && URL.parse(url)?.origin === origin ? url : undefined
}

/** The link between a customer of the shop and a wallet. */
export interface LinkedWallet {
  /** `linked` once the customer has confirmed it. */
  readonly state: string
  /** Where the customer confirms it. */
  readonly webUrl?: string | undefined
  /** Masked phone number of the wallet. */
  readonly phone?: string | undefined
}

/**
 * The customer's link, or nothing when there is none.
 *
 * @throws Error when the checkout does not answer
 */
export async function findLinkedWallet(
  shop: Shop,
  customerId: string,
): Promise<LinkedWallet | undefined> {
  const { status, json } = await requestCheckout(shop, {
    method: 'GET',
    path: `/links/${customerId}`,
  })
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`Checkout answered ${status} when asked for a link.`)
  const found = v.parse(link, json)
  return { ...found, webUrl: walletPage(shop, found.webUrl) }
}

/**
 * Asks checkout to link the customer's wallet.
 *
 * @returns the page on which the customer confirms, or the account page if the wallet is linked
 *   already; `undefined` if there is no page
 */
export async function requestLink(shop: Shop, customerId: string): Promise<string | undefined> {
  const asked = { method: 'POST', path: '/links', json: { customerId } } as const
  const { status, json } = await requestCheckout(shop, asked)
  if (status === 200) return '/account'
  if (status !== 201) return undefined
  return walletPage(shop, v.parse(v.object({ link }), json).link.webUrl)
}

/**
 * Asks checkout to unlink the customer's wallet.
 *
 * @returns `ended` when it can pay no more, `in_use` while a payment needs it
 */
export async function endLink(
  shop: Shop,
  customerId: string,
): Promise<'ended' | 'in_use' | 'unknown'> {
  const asked = { method: 'DELETE', path: `/links/${customerId}` } as const
  const { status } = await requestCheckout(shop, asked)
  if (status === 409) return 'in_use'
  return [200, 202, 404].includes(status) ? 'ended' : 'unknown'
}
