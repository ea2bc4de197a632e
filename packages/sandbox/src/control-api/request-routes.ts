import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { addFault, clearFaults, listFaults, newFault } from '../provocation/faults.ts'
import { findRequest, listRequests } from '../requests/request-journal.ts'
import { found } from './control-error.ts'
import { readBody, readNumber } from './read-input.ts'

/** The request journal, and provocations for the next requests. */
export const requestRoutes = new Hono<SandboxHono>()
  .get('/requests', async (c) =>
    c.json(
      await listRequests(c.var.sandbox.database, {
        limit: readNumber(c, 'limit'),
        code: readNumber(c, 'code'),
        before: readNumber(c, 'before'),
      }),
    ),
  )
  .get('/requests/:id{[0-9]+}', async (c) => {
    const id = c.req.param('id')
    return c.json(found(await findRequest(c.var.sandbox.database, Number(id)), 'request', id))
  })
  .get('/faults', async (c) => c.json(await listFaults(c.var.sandbox.database)))
  .post('/faults', async (c) =>
    c.json(await addFault(c.var.sandbox.database, await readBody(c, newFault)), 201),
  )
  .delete('/faults', async (c) => {
    await clearFaults(c.var.sandbox.database)
    return c.body(null, 204)
  })
