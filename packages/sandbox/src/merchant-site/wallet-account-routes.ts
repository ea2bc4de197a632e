import { Hono } from 'hono'
import * as v from 'valibot'
import {
  creditBankTopUp,
  creditDueBankTopUps,
  findBankTopUp,
  listBankTopUps,
  markBankTopUpNoticed,
  newBankTopUp,
  startBankTopUp,
} from '../merchant-accounts/bank-top-ups.ts'
import {
  findMerchantAccount,
  listMerchantAccounts,
} from '../merchant-accounts/merchant-accounts.ts'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import { workOnce } from '../merchant-staff/sent-forms.ts'
import { listTransfers } from '../transfers/transfers.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { readTypedNumber } from '../page-frame/typed-number.ts'
import { walletAccountPage } from './wallet-account-page.ts'

const path = '/merchant/wallet'

async function show(c: MerchantContext, problem?: string) {
  const { sandbox } = c.var
  const { database } = sandbox
  // Credits what is due first, so that the page does not lag behind the clock until the next tick.
  await creditDueBankTopUps(sandbox)
  const [all, topUps, transfers] = await Promise.all([
    listMerchantAccounts(database),
    listBankTopUps(database, c.var.staff.merchantCode),
    listTransfers(database, { merchantCode: c.var.staff.merchantCode }),
  ])
  const accounts = all.filter(({ merchantCode }) => merchantCode === c.var.staff.merchantCode)
  const view = {
    accounts,
    topUps,
    transfers: transfers.slice(0, 50),
    ...(problem !== undefined && { problem }),
  }
  return c.html(walletAccountPage(merchantSpeech(c), view), problem === undefined ? 200 : 400)
}

async function topUp(c: MerchantContext) {
  const fields = await formFields(c)
  const { accountId = '', amountVnd = '' } = fields
  const parsed = v.safeParse(newBankTopUp, {
    amountVnd: amountVnd === '' ? undefined : readTypedNumber(amountVnd),
  })
  if (!parsed.success) return show(c, problemOf(parsed.issues))
  const { sandbox } = c.var
  if (!(await isOwnAccount(c, accountId))) return show(c, accountId)
  const { outcome } = await workOnce(c, fields, (together) =>
    startBankTopUp(sandbox, accountId, { ...parsed.output, together }),
  )
  if (outcome === 'changed') return show(c, chooseLanguage(c).messages.formChanged)
  return c.redirect(path, 303)
}

async function isOwnAccount(c: MerchantContext, accountId: string): Promise<boolean> {
  const { sandbox, staff } = c.var
  const account = await findMerchantAccount(sandbox.database, accountId)
  return account?.merchantCode === staff.merchantCode
}

/** The top-up that a form names; `undefined` for one of another merchant. */
async function ownTopUp(c: MerchantContext): Promise<string | undefined> {
  const { id = '' } = await formFields(c)
  const topUp = await findBankTopUp(c.var.sandbox.database, id)
  return topUp && (await isOwnAccount(c, topUp.merchantAccountId)) ? id : undefined
}

/** The wallet account of the merchant site. */
export function walletAccountRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  app.post(`${path}/top-ups`, topUp)
  app.post(`${path}/top-ups/credit`, async (c) => {
    const id = await ownTopUp(c)
    if (id !== undefined) await creditBankTopUp(c.var.sandbox, id)
    return c.redirect(path, 303)
  })
  app.post(`${path}/notices`, async (c) => {
    const id = await ownTopUp(c)
    if (id !== undefined) await markBankTopUpNoticed(c.var.sandbox.database, id)
    return c.redirect(path, 303)
  })
  return app
}
