import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { listCallbacks } from './callback-log.ts'
import { callbackSwitches } from '../settings/callback-switches.ts'
import { reloadSandbox } from '../sandbox.ts'
import { clearSetting, saveSetting } from '../settings/settings.ts'
import { readBody } from '../control-frame/read-input.ts'

/** Callbacks, and the switches of the sandbox and of the next order. */
export const callbackRoutes = new Hono<SandboxHono>()
  .get('/callbacks', async (c) => c.json(await listCallbacks(c.var.sandbox.database)))
  .get('/callback-switches', (c) => c.json(c.var.sandbox.settings.callbackSwitches))
  .put('/callback-switches', async (c) => {
    const { sandbox } = c.var
    const switches = await readBody(c, callbackSwitches)
    await saveSetting(sandbox.database, 'callbackSwitches', switches)
    return c.json((await reloadSandbox(sandbox)).settings.callbackSwitches)
  })
  .put('/next-order/callback-switches', async (c) => {
    const { sandbox } = c.var
    const switches = await readBody(c, callbackSwitches)
    await saveSetting(sandbox.database, 'nextOrderSwitches', switches)
    return c.json(switches)
  })
  .delete('/next-order/callback-switches', async (c) => {
    await clearSetting(c.var.sandbox.database, 'nextOrderSwitches')
    return c.body(null, 204)
  })
