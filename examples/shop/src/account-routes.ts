import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { customerId, customerPhone, keepCustomerPhone } from './customer.ts'
import { formFields } from './form-fields.ts'
import { endLink, findLinkedWallet, requestLink } from './linked-wallet.ts'
import { readTier } from './loyalty.ts'
import { pointsGiven } from './order-extras.ts'
import { accountPage, type AccountNotice } from './pages/account-page.ts'
import { speechOf } from './pages/speech.ts'
import type { ShopEnv } from './shop-env.ts'

type ShopContext = Context<{ Bindings: ShopEnv }>

const phoneForm = v.object({ phone: v.pipe(v.string(), v.trim(), v.regex(/^0\d{9,10}$/)) })

async function membershipOf(c: ShopContext) {
  const phone = customerPhone(c)
  if (phone === undefined) return undefined
  const [tier, points] = await Promise.all([
    readTier(c.env, phone).catch(() => undefined),
    pointsGiven(c.env.DB, phone),
  ])
  return { phone, tier, points }
}

async function showAccount(c: ShopContext, notice?: AccountNotice) {
  const [link, membership] = await Promise.all([
    findLinkedWallet(c.env, customerId(c)).catch(() => undefined),
    membershipOf(c),
  ])
  return c.html(accountPage(speechOf(c), { link, membership, notice }))
}

async function startLink(c: ShopContext) {
  const webUrl = await requestLink(c.env, customerId(c)).catch(() => undefined)
  return webUrl === undefined ? showAccount(c, 'link-failed') : c.redirect(webUrl, 303)
}

async function unlink(c: ShopContext) {
  await endLink(c.env, customerId(c)).catch(() => undefined)
  return c.redirect('/account', 303)
}

async function keepPhone(c: ShopContext) {
  const form = v.safeParse(phoneForm, await formFields(c))
  if (!form.success) return showAccount(c, 'phone-wrong')
  keepCustomerPhone(c, form.output.phone)
  return c.redirect('/account', 303)
}

/** The customer's wallet, tier and points. */
export function accountRoutes(): Hono<{ Bindings: ShopEnv }> {
  const app = new Hono<{ Bindings: ShopEnv }>()
  app.get('/account', (c) => showAccount(c))
  app.post('/account/link', startLink)
  app.post('/account/unlink', unlink)
  app.post('/account/phone', keepPhone)
  return app
}
