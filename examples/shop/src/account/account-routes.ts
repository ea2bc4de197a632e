import { Hono } from 'hono'
import { readTier } from '../loyalty/loyalty.ts'
import { localeOf } from '../pages/locale.ts'
import type { ShopContext, ShopHono } from '../shop-hono.ts'
import { pointsGiven } from '../store/order-extras.ts'
import { accountPage, type AccountNotice, type SignedInView } from './account-page.ts'
import { signedInId } from './customer.ts'
import { endLink, findLinkedWallet, requestLink } from './linked-wallet.ts'
import { type ShopCustomer, toSignIn } from './sign-on.ts'
import { creditCustomer } from './waiting-points.ts'

/** The customer of a session when the wallet does not give their data. */
const nobody: ShopCustomer = { name: undefined, phone: undefined, answer: 'refused' }

async function signedInView(c: ShopContext, id: string): Promise<SignedInView> {
  const { shop } = c.var
  const [link, customer = nobody] = await Promise.all([
    findLinkedWallet(shop, id).catch(() => 'unknown' as const),
    creditCustomer(c, id),
  ])
  const points = await pointsGiven(shop.env.DB, id)
  const { phone } = customer
  const tier = phone === undefined ? undefined : await readTier(shop, phone).catch(() => undefined)
  return { customer, link, tier, points }
}

const statuses = {
  'link-failed': 502,
  'link-in-use': 409,
  'unlink-unknown': 502,
} as const satisfies Record<AccountNotice, number>

/**
 * Answers with the account page: 200, 409 when the wallet is in use, 502 when the outcome of a form
 * is unknown.
 */
async function showAccount(c: ShopContext, notice?: AccountNotice) {
  const id = await signedInId(c)
  const view = id === undefined ? undefined : await signedInView(c, id)
  // The session may have ended while the wallet was asked.
  const signedIn = (await signedInId(c)) === undefined ? undefined : view
  const status = notice === undefined ? 200 : statuses[notice]
  return c.html(accountPage(localeOf(c), { signedIn, notice }), status)
}

async function startLink(c: ShopContext) {
  const id = await signedInId(c)
  if (id === undefined) return toSignIn(c, '/account')
  const webUrl = await requestLink(c.var.shop, id).catch(() => undefined)
  return webUrl === undefined ? showAccount(c, 'link-failed') : c.redirect(webUrl, 303)
}

async function unlink(c: ShopContext) {
  const id = await signedInId(c)
  if (id === undefined) return toSignIn(c, '/account')
  const outcome = await endLink(c.var.shop, id).catch(() => 'unknown' as const)
  if (outcome === 'ended') return c.redirect('/account', 303)
  return showAccount(c, outcome === 'in_use' ? 'link-in-use' : 'unlink-unknown')
}

/** Routes of the account: who is signed in, and the link with their wallet. */
export function accountRoutes(): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  app.get('/account', (c) => showAccount(c))
  app.post('/account/link', startLink)
  app.post('/account/unlink', unlink)
  return app
}
