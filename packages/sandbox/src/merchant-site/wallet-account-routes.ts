import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import {
  creditBankTopUp,
  creditDueBankTopUps,
  listBankTopUps,
  markBankTopUpNoticed,
  newBankTopUp,
  startBankTopUp,
} from '../merchant-accounts/bank-top-ups.ts'
import { listMerchantAccounts } from '../merchant-accounts/merchant-accounts.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { seedMerchant } from '../seed-data.ts'
import { listTransfers } from '../transfers/transfers.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { walletAccountPage } from './wallet-account-page.ts'

type PageContext = Context<SandboxHono>

const path = '/merchant/wallet'

async function show(c: PageContext, problem?: string) {
  const { sandbox } = c.var
  const { database } = sandbox
  // Credits what is due first, so that the page does not lag behind the clock until the next tick.
  await creditDueBankTopUps(sandbox)
  const [all, topUps, transfers] = await Promise.all([
    listMerchantAccounts(database),
    listBankTopUps(database),
    listTransfers(database, { merchantCode: seedMerchant.code }),
  ])
  const accounts = all.filter(({ merchantCode }) => merchantCode === seedMerchant.code)
  const view = {
    accounts,
    topUps: topUps.filter((topUp) => accounts.some(({ id }) => id === topUp.merchantAccountId)),
    transfers: transfers.slice(0, 50),
    ...(problem !== undefined && { problem }),
  }
  return c.html(walletAccountPage(chooseLanguage(c), view), problem === undefined ? 200 : 400)
}

async function topUp(c: PageContext) {
  const { accountId = '', amountVnd = '' } = await formFields(c)
  const parsed = v.safeParse(newBankTopUp, {
    amountVnd: amountVnd === '' ? undefined : Number(amountVnd),
  })
  if (!parsed.success) return show(c, problemOf(parsed.issues))
  const started = await startBankTopUp(c.var.sandbox, accountId, parsed.output)
  return started === undefined ? show(c, accountId) : c.redirect(path, 303)
}

/** The wallet account of the merchant site. */
export function walletAccountRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get(path, (c) => show(c))
  app.post(`${path}/top-ups`, topUp)
  app.post(`${path}/top-ups/credit`, async (c) => {
    const { id = '' } = await formFields(c)
    await creditBankTopUp(c.var.sandbox, id)
    return c.redirect(path, 303)
  })
  app.post(`${path}/notices`, async (c) => {
    const { id = '' } = await formFields(c)
    await markBankTopUpNoticed(c.var.sandbox.database, id)
    return c.redirect(path, 303)
  })
  return app
}
