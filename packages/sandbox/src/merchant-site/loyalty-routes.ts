import { Hono } from 'hono'
import * as v from 'valibot'
import { listGiftCodeOrders } from '../gift-codes/gift-code-orders.ts'
import { addGiftCodes, listStock, newGiftCodes } from '../gift-codes/gift-code-stock.ts'
import {
  changeMember,
  findMember,
  listMembers,
  type MemberChange,
  type Member,
} from '../members/members.ts'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import { merchantPoints, listTopUps } from '../top-ups/top-ups.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { loyaltyPage } from './loyalty-page.ts'

const path = '/merchant/loyalty'
const nextAccountStatus = { A: 'I', I: 'B', B: 'A' } as const

async function show(c: MerchantContext, problem?: string) {
  const { sandbox, staff } = c.var
  const { database } = sandbox
  const { merchantCode } = staff
  const [members, topUps, { points }, stock, orders] = await Promise.all([
    listMembers(database),
    listTopUps(database, merchantCode),
    merchantPoints(database, merchantCode),
    listStock(sandbox),
    listGiftCodeOrders(database, merchantCode),
  ])
  const view = {
    members,
    topUps: topUps.slice(0, 50),
    pointsLeft: points,
    stock,
    giftCodeOrders: orders.slice(0, 50),
    ...(problem !== undefined && { problem }),
  }
  return c.html(loyaltyPage(merchantSpeech(c), view), problem === undefined ? 200 : 400)
}

function changeOf(member: Member, what: string): MemberChange {
  if (what === 'card') return { cardStatus: member.cardStatus === 'A' ? 'I' : 'A' }
  if (what === 'account') return { accountStatus: nextAccountStatus[member.accountStatus] }
  return what === 'risk' ? { isAtRisk: !member.isAtRisk } : {}
}

async function switchMember(c: MerchantContext) {
  const { database } = c.var.sandbox
  const { memberCode = '', switch: what = '' } = await formFields(c)
  const member = await findMember(database, { memberCode })
  if (member !== undefined) await changeMember(database, memberCode, changeOf(member, what))
  return c.redirect(path, 303)
}

async function stockUp(c: MerchantContext) {
  const { cardType, quantity = '', expireDate = '' } = await formFields(c)
  const parsed = v.safeParse(newGiftCodes, {
    cardType,
    quantity: Number(quantity),
    ...(expireDate !== '' && { expireDate }),
  })
  if (!parsed.success) return show(c, problemOf(parsed.issues))
  await addGiftCodes(c.var.sandbox, parsed.output)
  return c.redirect(path, 303)
}

/** The loyalty part of the merchant site. */
export function loyaltyRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  app.post(`${path}/members`, switchMember)
  app.post(`${path}/gift-codes`, stockUp)
  return app
}
