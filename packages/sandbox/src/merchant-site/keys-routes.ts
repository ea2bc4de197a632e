import { KeyError } from '@merchant-edge/signing'
import { Hono } from 'hono'
import * as v from 'valibot'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import {
  createApiKey,
  findApiKey,
  listApiKeys,
  newApiKey,
  revokeApiKey,
} from '../merchants/api-keys.ts'
import { endOfTypedDay, formFields, problemOf } from '../page-frame/forms.ts'
import { listCallbackKeys } from '../settings/callback-keys.ts'
import { keysPage, type KeysView } from './keys-page.ts'

const path = '/merchant/keys'

type Extra = Pick<KeysView, 'newPrivateKeyPem' | 'problem'>

async function show(c: MerchantContext, extra: Extra = {}) {
  const { sandbox, staff } = c.var
  const { database, clock } = sandbox
  const now = clock.nowSeconds()
  const [keys, callbackKeys] = await Promise.all([
    listApiKeys(database),
    listCallbackKeys(database, now),
  ])
  const view = {
    keys: keys.filter(({ merchantCode }) => merchantCode === staff.merchantCode),
    callbackKeys: callbackKeys.filter(({ state }) => state !== 'ended'),
    now,
    ...extra,
  }
  return c.html(keysPage(merchantSpeech(c), view), extra.problem === undefined ? 200 : 400)
}

async function create(c: MerchantContext) {
  const { name, publicKeyPem = '', expires = '' } = await formFields(c)
  const { sandbox, staff } = c.var
  const parsed = v.safeParse(newApiKey, {
    merchantCode: staff.merchantCode,
    name,
    ...(publicKeyPem !== '' && { publicKeyPem }),
    expiresAt: endOfTypedDay(expires),
  })
  if (!parsed.success) return show(c, { problem: problemOf(parsed.issues) })
  try {
    const created = await createApiKey(sandbox.database, sandbox.clock.nowSeconds(), parsed.output)
    if (created?.privateKeyPem === undefined) return c.redirect(path, 303)
    return show(c, { newPrivateKeyPem: created.privateKeyPem })
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return show(c, { problem: error.message })
  }
}

async function revoke(c: MerchantContext) {
  const { keyCode = '' } = await formFields(c)
  const { sandbox, staff } = c.var
  const { database, clock } = sandbox
  const key = await findApiKey(database, keyCode)
  if (key?.merchantCode !== staff.merchantCode) return show(c, { problem: keyCode })
  await revokeApiKey(database, clock.nowSeconds(), keyCode)
  return c.redirect(path, 303)
}

/** The API keys of the merchant site. */
export function keysRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  app.post(path, create)
  app.post(`${path}/revoke`, revoke)
  return app
}
