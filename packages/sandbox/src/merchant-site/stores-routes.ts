import { Hono } from 'hono'
import * as v from 'valibot'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import {
  createStore,
  listStores,
  newStore,
  newTerminal,
  saveTerminal,
} from '../merchants/stores.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
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
  return created === undefined ? show(c, parsed.output.code) : c.redirect(path, 303)
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

/** The stores and terminals of the merchant site. */
export function storesRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  app.post(path, create)
  app.post('/merchant/terminals', createTerminal)
  return app
}
