import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { readBody } from '../control-frame/read-input.ts'
import { addFault, clearFaults, listFaults, newFault } from './find-fault.ts'

/** `/control/faults`: faults for the next requests. */
export const faultRoutes = new Hono<SandboxHono>()
  .get('/faults', async (c) => c.json(await listFaults(c.var.sandbox.database)))
  .post('/faults', async (c) =>
    c.json(await addFault(c.var.sandbox.database, await readBody(c, newFault)), 201),
  )
  .delete('/faults', async (c) => {
    await clearFaults(c.var.sandbox.database)
    return c.body(null, 204)
  })
