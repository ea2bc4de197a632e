import { KeyError } from '@merchant-edge/signing'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import type { SandboxHono } from '../sandbox-hono.ts'
import { listCallbacks } from '../callbacks/callback-log.ts'
import {
  callbackKeyChange,
  callbackKeyring,
  listCallbackKeys,
  rotateCallbackKey,
} from '../settings/callback-keys.ts'
import { callbackSwitches } from '../settings/callback-switches.ts'
import { resendCallback } from '../callbacks/resend-callback.ts'
import { readServiceKeys } from '../settings/service-keys.ts'
import { listLinkCallbacks } from '../linked-accounts/link-callbacks.ts'
import { createApiKey, listApiKeys, newApiKey, revokeApiKey } from '../merchants/api-keys.ts'
import {
  createStore,
  listStores,
  newStore,
  newTerminal,
  saveTerminal,
} from '../merchants/stores.ts'
import { logOutPath } from '../gate/log-in.ts'
import { listOrders } from '../orders/orders.ts'
import { listRequests } from '../requests/request-journal.ts'
import { seedMerchant } from '../seed-data.ts'
import { saveSetting } from '../settings/settings.ts'
import { listWallets } from '../wallets/wallets.ts'
import { callbacksPage } from './callbacks-page.ts'
import { endOfDay, formFields, problemOf } from '../page-frame/forms.ts'
import { homePage } from './home-page.ts'
import { journalPage } from '../requests/journal-page.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { merchantPage, type MerchantView } from '../merchant-site/keys-page.ts'

type PageContext = Context<SandboxHono>
type Extra = Pick<MerchantView, 'newPrivateKeyPem' | 'problem'>

async function showMerchantSite(c: PageContext, extra: Extra = {}) {
  const { sandbox } = c.var
  const { database, clock } = sandbox
  const [keys, stores, orders, serviceKeys] = await Promise.all([
    listApiKeys(database),
    listStores(database),
    listOrders(sandbox, { limit: 50 }),
    readServiceKeys(database, clock.nowSeconds()),
  ])
  const view = {
    keys: keys.filter(({ merchantCode }) => merchantCode === seedMerchant.code),
    stores: stores.filter(({ merchantCode }) => merchantCode === seedMerchant.code),
    orders: orders.filter(({ merchantCode }) => merchantCode === seedMerchant.code),
    callbackPublicKeyPem: serviceKeys.callbackPublicKeyPem,
    now: clock.nowSeconds(),
    ...extra,
  }
  const status = extra.problem === undefined ? 200 : 400
  return c.html(merchantPage(chooseLanguage(c), view), status)
}

async function makeKey(c: PageContext) {
  const { name, publicKeyPem = '', expires = '' } = await formFields(c)
  const parsed = v.safeParse(newApiKey, {
    merchantCode: seedMerchant.code,
    name,
    ...(publicKeyPem !== '' && { publicKeyPem }),
    ...(expires !== '' && { expiresAt: endOfDay(expires) }),
  })
  if (!parsed.success) return showMerchantSite(c, { problem: problemOf(parsed.issues) })
  const { sandbox } = c.var
  try {
    const created = await createApiKey(sandbox.database, sandbox.clock.nowSeconds(), parsed.output)
    if (created?.privateKeyPem === undefined) return c.redirect('/merchant', 303)
    return showMerchantSite(c, { newPrivateKeyPem: created.privateKeyPem })
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return showMerchantSite(c, { problem: error.message })
  }
}

async function makeStore(c: PageContext) {
  const { code, name } = await formFields(c)
  const parsed = v.safeParse(newStore, { code, name, merchantCode: seedMerchant.code })
  if (!parsed.success) return showMerchantSite(c, { problem: problemOf(parsed.issues) })
  const created = await createStore(c.var.sandbox.database, parsed.output)
  if (created === undefined) return showMerchantSite(c, { problem: `${code}` })
  return c.redirect('/merchant', 303)
}

async function makeTerminal(c: PageContext) {
  const { storeCode = '', posCode, name } = await formFields(c)
  const parsed = v.safeParse(newTerminal, { posCode, name })
  if (!parsed.success) return showMerchantSite(c, { problem: problemOf(parsed.issues) })
  const saved = await saveTerminal(c.var.sandbox.database, storeCode, parsed.output)
  if (saved === undefined) return showMerchantSite(c, { problem: storeCode })
  return c.redirect('/merchant', 303)
}

async function saveSwitches(c: PageContext) {
  const fields = await formFields(c)
  const { database, settings } = c.var.sandbox
  const parsed = v.safeParse(callbackSwitches, {
    ...settings.callbackSwitches,
    lose: fields['lose'] === 'on',
    reorder: fields['reorder'] === 'on',
    forge: fields['forge'] === 'on',
    unescapedPlus: fields['unescapedPlus'] === 'on',
    wrongKey: fields['wrongKey'] === 'on',
    delaySeconds: Number(fields['delaySeconds'] ?? 0),
    repeat: Number(fields['repeat'] ?? 0),
  })
  if (!parsed.success) return c.text(problemOf(parsed.issues), 400)
  await saveSetting(database, 'callbackSwitches', parsed.output)
  return c.redirect('/callbacks', 303)
}

async function showCallbacks(c: PageContext, keyProblem?: string) {
  const { database, settings, clock } = c.var.sandbox
  const [deliveries, linkDeliveries, keys, keyring] = await Promise.all([
    listCallbacks(database),
    listLinkCallbacks(database),
    listCallbackKeys(database, clock.nowSeconds()),
    callbackKeyring(database, clock.nowSeconds()),
  ])
  const view = {
    switches: settings.callbackSwitches,
    deliveries: deliveries.slice(0, 50),
    linkDeliveries,
    keys,
    keyring: JSON.stringify(keyring),
    ...(keyProblem !== undefined && { keyProblem }),
  }
  return c.html(callbacksPage(chooseLanguage(c), view), keyProblem === undefined ? 200 : 400)
}

async function changeCallbackKey(c: PageContext) {
  const { messages } = chooseLanguage(c)
  const { signsInSeconds = '', overlapSeconds = '' } = await formFields(c)
  const parsed = v.safeParse(callbackKeyChange, {
    ...(signsInSeconds !== '' && { signsInSeconds: Number(signsInSeconds) }),
    ...(overlapSeconds !== '' && { overlapSeconds: Number(overlapSeconds) }),
  })
  if (!parsed.success) return showCallbacks(c, problemOf(parsed.issues))
  const { database, clock } = c.var.sandbox
  const keys = await rotateCallbackKey(database, clock.nowSeconds(), parsed.output)
  return keys === undefined
    ? showCallbacks(c, messages.changeUnderWay)
    : c.redirect('/callbacks', 303)
}

/** Routes of the tester's pages: start, merchant site, callbacks, request journal. */
export function testerRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/', async (c) => {
    const wallets = await listWallets(c.var.sandbox.database)
    const hasLogIn = (c.env.CONTROL_SECRET ?? '') !== ''
    return c.html(homePage(chooseLanguage(c), { wallets, ...(hasLogIn && { logOutPath }) }))
  })
  app.get('/merchant', (c) => showMerchantSite(c))
  app.post('/merchant/keys', makeKey)
  app.post('/merchant/keys/revoke', async (c) => {
    const { keyCode = '' } = await formFields(c)
    await revokeApiKey(c.var.sandbox.database, c.var.sandbox.clock.nowSeconds(), keyCode)
    return c.redirect('/merchant', 303)
  })
  app.post('/merchant/stores', makeStore)
  app.post('/merchant/terminals', makeTerminal)
  app.get('/callbacks', (c) => showCallbacks(c))
  app.post('/callbacks/keys', changeCallbackKey)
  app.post('/callbacks/switches', saveSwitches)
  app.post('/callbacks/resend', async (c) => {
    const { orderId = '' } = await formFields(c)
    await resendCallback(c.var.sandbox, orderId, {})
    return c.redirect('/callbacks', 303)
  })
  app.get('/journal', async (c) =>
    c.html(journalPage(chooseLanguage(c), await listRequests(c.var.sandbox.database))),
  )
  return app
}
