import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { creditBankTopUp, listBankTopUps, newBankTopUp, startBankTopUp } from './bank-top-ups.ts'
import {
  changeMerchantAccount,
  listMerchantAccounts,
  merchantAccountChange,
  newMerchantAccount,
  openMerchantAccount,
} from './merchant-accounts.ts'
import { findMerchant } from '../merchants/merchant-rights.ts'
import { ControlError, foundOr404 } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'

/** `/control/merchant-accounts` and `/control/bank-top-ups`. */
export const merchantAccountRoutes = new Hono<SandboxHono>()
  .get('/merchant-accounts', async (c) =>
    c.json(await listMerchantAccounts(c.var.sandbox.database)),
  )
  .post('/merchant-accounts', async (c) => {
    const { database } = c.var.sandbox
    const input = await readBody(c, newMerchantAccount)
    foundOr404(await findMerchant(database, input.merchantCode), 'merchant', input.merchantCode)
    const account = await openMerchantAccount(database, input)
    if (account === undefined) {
      throw new ControlError(409, 'code_taken', {
        message: `There is a merchant account ${input.id} already.`,
        remedy: 'Choose another id.',
      })
    }
    return c.json(account, 201)
  })
  .patch('/merchant-accounts/:id', async (c) => {
    const id = c.req.param('id')
    const change = await readBody(c, merchantAccountChange)
    const changed = await changeMerchantAccount(c.var.sandbox, id, change)
    return c.json(foundOr404(changed, 'merchant account', id))
  })
  .post('/merchant-accounts/:id/bank-top-ups', async (c) => {
    const id = c.req.param('id')
    const started = await startBankTopUp(c.var.sandbox, id, await readBody(c, newBankTopUp))
    return c.json(foundOr404(started, 'merchant account', id), 201)
  })
  .get('/bank-top-ups', async (c) => c.json(await listBankTopUps(c.var.sandbox.database)))
  .post('/bank-top-ups/:id/credit', async (c) => {
    const id = c.req.param('id')
    return c.json(foundOr404(await creditBankTopUp(c.var.sandbox, id), 'bank top-up', id))
  })
