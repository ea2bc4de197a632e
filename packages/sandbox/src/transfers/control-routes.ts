import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { listTransfers } from './transfers.ts'

/** `/control/transfers`. */
export const transferRoutes = new Hono<SandboxHono>().get('/transfers', async (c) =>
  c.json(await listTransfers(c.var.sandbox.database)),
)
