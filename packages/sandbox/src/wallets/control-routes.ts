import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { checkLedger } from '../ledger/ledger.ts'
import { changeWallet, listWallets, walletChange } from './wallets.ts'
import { foundOr404 } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'

/** Wallets and the ledger. */
export const walletRoutes = new Hono<SandboxHono>()
  .get('/wallets', async (c) => c.json(await listWallets(c.var.sandbox.database)))
  .patch('/wallets/:walletId', async (c) => {
    const id = c.req.param('walletId')
    const change = await readBody(c, walletChange)
    return c.json(foundOr404(await changeWallet(c.var.sandbox, id, change), 'wallet', id))
  })
  .get('/ledger', async (c) => c.json(await checkLedger(c.var.sandbox.database)))
