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
import { listLinkCallbacks } from '../linked-accounts/link-callbacks.ts'
import { logOutPath } from '../gate/log-in.ts'
import { listRequests } from '../requests/request-journal.ts'
import { saveSetting } from '../settings/settings.ts'
import { listWallets } from '../wallets/wallets.ts'
import { callbacksPage } from './callbacks-page.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { homePage } from './home-page.ts'
import { journalPage } from '../requests/journal-page.ts'
import { chooseLanguage } from '../page-frame/language.ts'

type PageContext = Context<SandboxHono>

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

/** Routes of the tester's pages: start, callbacks, request journal. */
export function testerRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/', async (c) => {
    const wallets = await listWallets(c.var.sandbox.database)
    const hasLogIn = (c.env.CONTROL_SECRET ?? '') !== ''
    return c.html(homePage(chooseLanguage(c), { wallets, ...(hasLogIn && { logOutPath }) }))
  })
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
