import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { findRequest, listRequests } from './request-journal.ts'
import { foundOr404 } from '../control-frame/control-error.ts'
import { readNumber } from '../control-frame/read-input.ts'

/** `/control/requests`: the request journal. */
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
    return c.json(foundOr404(await findRequest(c.var.sandbox.database, Number(id)), 'request', id))
  })
