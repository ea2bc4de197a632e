import { Hono } from 'hono'
import * as v from 'valibot'
import { customerId, customerPhone, isPhone, keepCustomerPhone } from './customer.ts'
import { formFields } from '../pages/form-fields.ts'
import { endLink, findLinkedWallet, requestLink } from './linked-wallet.ts'
import { readTier } from '../loyalty/loyalty.ts'
import { pointsGiven } from '../store/order-extras.ts'
import { accountPage, type AccountNotice } from './account-page.ts'
import { localeOf } from '../pages/locale.ts'
import type { ShopEnv } from '../shop-env.ts'
import { readCustomer, type ShopContext, type ShopHono } from './sign-on.ts'

const phoneForm = v.object({ phone: v.pipe(v.string(), v.trim(), v.regex(/^0\d{9,10}$/)) })

async function membershipOf(env: ShopEnv, phone: string | undefined) {
  if (phone === undefined) return undefined
  const [tier, points] = await Promise.all([
    readTier(env, phone).catch(() => undefined),
    pointsGiven(env.DB, phone),
  ])
  return { phone, tier, points }
}

async function showAccount(c: ShopContext, notice?: AccountNotice) {
  const id = await customerId(c)
  const [link, customer] = await Promise.all([
    findLinkedWallet(c.env, id).catch(() => 'unknown' as const),
    readCustomer(c.env, c.var.signOn),
  ])
  // The wallet knows the number of who is signed in; it is kept for the points of the next order.
  if (customer !== undefined && isPhone(customer.phone)) keepCustomerPhone(c, customer.phone)
  const phone = isPhone(customer?.phone) ? customer?.phone : customerPhone(c)
  const membership = await membershipOf(c.env, phone)
  return c.html(accountPage(localeOf(c), { customer, link, membership, notice }))
}

async function startLink(c: ShopContext) {
  const webUrl = await requestLink(c.env, await customerId(c)).catch(() => undefined)
  return webUrl === undefined ? showAccount(c, 'link-failed') : c.redirect(webUrl, 303)
}

async function unlink(c: ShopContext) {
  await endLink(c.env, await customerId(c)).catch(() => undefined)
  return c.redirect('/account', 303)
}

async function keepPhone(c: ShopContext) {
  const form = v.safeParse(phoneForm, await formFields(c))
  if (!form.success) return showAccount(c, 'phone-wrong')
  keepCustomerPhone(c, form.output.phone)
  return c.redirect('/account', 303)
}

/** Routes of the account: link and unlink the wallet, and the phone number for points. */
export function accountRoutes(): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  app.get('/account', (c) => showAccount(c))
  app.post('/account/link', startLink)
  app.post('/account/unlink', unlink)
  app.post('/account/phone', keepPhone)
  return app
}
