import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { foundOr404 } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'
import { findMerchant, type Merchant } from '../merchants/merchant-rights.ts'
import type { Sandbox } from '../sandbox.ts'
import { merchantPoints, merchantPointsChange, setMerchantPoints, listTopUps } from './top-ups.ts'

async function requireMerchant({ database }: Sandbox, code: string): Promise<Merchant> {
  return foundOr404(await findMerchant(database, code), 'merchant', code)
}

/** `/control/top-ups`, and the points that a merchant has left to give away. */
export const topUpRoutes = new Hono<SandboxHono>()
  .get('/top-ups', async (c) => c.json(await listTopUps(c.var.sandbox.database)))
  .get('/merchants/:code/points', async (c) => {
    const { code } = await requireMerchant(c.var.sandbox, c.req.param('code'))
    return c.json(await merchantPoints(c.var.sandbox.database, code))
  })
  .put('/merchants/:code/points', async (c) => {
    const { code } = await requireMerchant(c.var.sandbox, c.req.param('code'))
    const { points } = await readBody(c, merchantPointsChange)
    return c.json(await setMerchantPoints(c.var.sandbox, { merchantCode: code, points }))
  })
