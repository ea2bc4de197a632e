import { Hono } from 'hono'
import * as v from 'valibot'
import { listGiftCodeOrders } from '../gift-codes/gift-code-orders.ts'
import { addGiftCodes, listStock, newGiftCodes } from '../gift-codes/gift-code-stock.ts'
import { changeMember, listMembers, memberChange, type MemberChange } from '../members/members.ts'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import { workOnce } from '../merchant-staff/sent-forms.ts'
import { merchantPoints, listTopUps } from '../top-ups/top-ups.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { readTypedNumber } from '../page-frame/typed-number.ts'
import { loyaltyPage } from './loyalty-page.ts'

const path = '/merchant/loyalty'

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

/**
 * Parses the value of a button, such as `card:I`. It names the new state, not a toggle, so that a
 * double click has the effect of one click.
 */
function changeOf(asked: string): MemberChange | undefined {
  const [what, state] = asked.split(':')
  const parsed = v.safeParse(memberChange, {
    ...(what === 'card' && { cardStatus: state }),
    ...(what === 'account' && { accountStatus: state }),
    ...(what === 'risk' && { isAtRisk: state === 'true' }),
  })
  return parsed.success ? parsed.output : undefined
}

async function switchMember(c: MerchantContext) {
  const { database } = c.var.sandbox
  const { memberCode = '', switch: asked = '' } = await formFields(c)
  const change = changeOf(asked)
  if (change !== undefined) await changeMember(database, memberCode, change)
  return c.redirect(path, 303)
}

async function stockUp(c: MerchantContext) {
  const fields = await formFields(c)
  const { cardType, quantity = '', expireDate = '' } = fields
  const parsed = v.safeParse(newGiftCodes, {
    cardType,
    quantity: readTypedNumber(quantity),
    ...(expireDate !== '' && { expireDate }),
  })
  if (!parsed.success) return show(c, problemOf(parsed.issues))
  const { outcome } = await workOnce(c, fields, (together) =>
    addGiftCodes(c.var.sandbox, parsed.output, together),
  )
  if (outcome === 'changed') return show(c, chooseLanguage(c).messages.formChanged)
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
