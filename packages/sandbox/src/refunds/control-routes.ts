import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { foundOr404 } from '../control-frame/control-error.ts'
import { listRefunds } from './refunds.ts'
import { settleRefund } from './settle-refunds.ts'

/** `/control/refunds`. */
export const refundRoutes = new Hono<SandboxHono>()
  .get('/refunds', async (c) => c.json(await listRefunds(c.var.sandbox.database)))
  .post('/refunds/:merchantCode/:orderReferenceId/settle', async (c) => {
    const { merchantCode, orderReferenceId } = c.req.param()
    const settled = await settleRefund(c.var.sandbox, merchantCode, orderReferenceId)
    return c.json(foundOr404(settled, 'refund', orderReferenceId))
  })
