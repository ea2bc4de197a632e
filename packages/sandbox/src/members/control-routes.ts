import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { foundOr404 } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'
import { changeMember, listMembers, memberChange } from './members.ts'

/** `/control/members`: members of the loyalty programs. */
export const memberRoutes = new Hono<SandboxHono>()
  .get('/members', async (c) => c.json(await listMembers(c.var.sandbox.database)))
  .patch('/members/:memberCode', async (c) => {
    const code = c.req.param('memberCode')
    const change = await readBody(c, memberChange)
    return c.json(
      foundOr404(await changeMember(c.var.sandbox.database, code, change), 'member', code),
    )
  })
