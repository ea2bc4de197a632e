import { Hono } from 'hono'
import * as v from 'valibot'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import {
  createStore,
  findStore,
  listStores,
  newStore,
  newTerminal,
  saveTerminal,
} from '../merchants/stores.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { messagePage } from '../page-frame/layout.ts'
import { qrPng } from '../page-frame/qr-png.ts'
import { merchantQrText } from '../payments/merchant-qr.ts'
import { storeQrPage } from './store-qr-page.ts'
import { storesPage } from './stores-page.ts'

const path = '/merchant/stores'

async function show(c: MerchantContext, problem?: string) {
  const { sandbox, staff } = c.var
  const stores = await listStores(sandbox.database)
  const view = {
    stores: stores.filter(({ merchantCode }) => merchantCode === staff.merchantCode),
    ...(problem !== undefined && { problem }),
  }
  return c.html(storesPage(merchantSpeech(c), view), problem === undefined ? 200 : 400)
}

async function create(c: MerchantContext) {
  const { code, name } = await formFields(c)
  const { sandbox, staff } = c.var
  const parsed = v.safeParse(newStore, { code, name, merchantCode: staff.merchantCode })
  if (!parsed.success) return show(c, problemOf(parsed.issues))
  const created = await createStore(sandbox.database, parsed.output)
  if (created !== undefined) return c.redirect(path, 303)
  // A form that was sent twice has made its store once.
  const store = await findStore(sandbox.database, parsed.output.code)
  const isSame = store?.merchantCode === staff.merchantCode && store.name === parsed.output.name
  return isSame ? c.redirect(path, 303) : show(c, parsed.output.code)
}

async function createTerminal(c: MerchantContext) {
  const { storeCode = '', posCode, name } = await formFields(c)
  const { sandbox, staff } = c.var
  const parsed = v.safeParse(newTerminal, { posCode, name })
  if (!parsed.success) return show(c, problemOf(parsed.issues))
  const stores = await listStores(sandbox.database)
  const store = stores.find(({ code }) => code === storeCode)
  if (store?.merchantCode !== staff.merchantCode) return show(c, storeCode)
  await saveTerminal(sandbox.database, storeCode, parsed.output)
  return c.redirect(path, 303)
}

async function showQr(c: MerchantContext) {
  const { sandbox, staff } = c.var
  const store = await findStore(sandbox.database, c.req.param('code') ?? '')
  if (store?.merchantCode !== staff.merchantCode) {
    const speech = chooseLanguage(c)
    const { notFoundTitle: title, notFoundText: text } = speech.messages
    return c.html(messagePage(speech, { title, text, path }), 404)
  }
  const text = merchantQrText(sandbox, store.code)
  return c.html(storeQrPage(merchantSpeech(c), { store, text, png: await qrPng(text) }))
}

/** The stores and terminals of the merchant site. */
export function storesRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  app.post(path, create)
  app.get(`${path}/:code/qr`, showQr)
  app.post('/merchant/terminals', createTerminal)
  return app
}
