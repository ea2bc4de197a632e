import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { createApiKey, listApiKeys, newApiKey, revokeApiKey } from './api-keys.ts'
import { changeMerchant, findMerchant, listMerchants, merchantChange } from './merchant-rights.ts'
import {
  changeStore,
  createStore,
  listStores,
  newStore,
  newTerminal,
  saveTerminal,
  storeChange,
} from './stores.ts'
import { ControlError, foundOr404, refuseKey } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'

function taken(what: string, code: string): ControlError {
  return new ControlError(409, 'code_taken', {
    message: `There is a ${what} ${code} already.`,
    remedy: 'Choose another code.',
  })
}

/** `/control/merchants`, `/control/api-keys` and `/control/stores`. */
export const merchantRoutes = new Hono<SandboxHono>()
  .get('/merchants', async (c) => c.json(await listMerchants(c.var.sandbox.database)))
  .patch('/merchants/:code', async (c) => {
    const code = c.req.param('code')
    const change = await readBody(c, merchantChange)
    const { database } = c.var.sandbox
    return c.json(foundOr404(await changeMerchant(database, code, change), 'merchant', code))
  })
  .get('/api-keys', async (c) => c.json(await listApiKeys(c.var.sandbox.database)))
  .post('/api-keys', async (c) => {
    const { database, clock } = c.var.sandbox
    const input = await readBody(c, newApiKey)
    foundOr404(await findMerchant(database, input.merchantCode), 'merchant', input.merchantCode)
    const created = await createApiKey(database, clock.nowSeconds(), input).catch(refuseKey)
    if (created === undefined) throw taken('key', input.keyCode ?? '')
    return c.json(created, 201)
  })
  .delete('/api-keys/:keyCode', async (c) => {
    const { database, clock } = c.var.sandbox
    const code = c.req.param('keyCode')
    const revoked = await revokeApiKey(database, clock.nowSeconds(), code)
    return c.json(foundOr404(revoked, 'API key', code))
  })
  .get('/stores', async (c) => c.json(await listStores(c.var.sandbox.database)))
  .post('/stores', async (c) => {
    const { database } = c.var.sandbox
    const input = await readBody(c, newStore)
    foundOr404(await findMerchant(database, input.merchantCode), 'merchant', input.merchantCode)
    const store = await createStore(database, input)
    if (store === undefined) throw taken('store', input.code)
    return c.json(store, 201)
  })
  .patch('/stores/:code', async (c) => {
    const code = c.req.param('code')
    const change = await readBody(c, storeChange)
    return c.json(
      foundOr404(await changeStore(c.var.sandbox.database, code, change), 'store', code),
    )
  })
  .put('/stores/:code/terminals', async (c) => {
    const code = c.req.param('code')
    const terminal = await readBody(c, newTerminal)
    return c.json(
      foundOr404(await saveTerminal(c.var.sandbox.database, code, terminal), 'store', code),
    )
  })
