import { Hono } from 'hono'
import * as v from 'valibot'
import { listStores } from '../merchants/stores.ts'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import { workOnce } from '../merchant-staff/sent-forms.ts'
import { changeVoucher, issueVoucher, newVoucher } from './issue-voucher.ts'
import { findVoucher, listVouchers } from './vouchers.ts'
import { endOfDay, endOfTypedDay, formFields, problemOf } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import { readTypedNumber } from '../page-frame/typed-number.ts'
import { vouchersPage } from './vouchers-page.ts'

const path = '/merchant/vouchers'
const daySeconds = 24 * 60 * 60

async function show(c: MerchantContext, problem?: string) {
  const { sandbox } = c.var
  const [vouchers, stores] = await Promise.all([
    listVouchers(sandbox, c.var.staff.merchantCode),
    listStores(sandbox.database),
  ])
  const view = {
    vouchers,
    stores: stores.filter(({ merchantCode }) => merchantCode === c.var.staff.merchantCode),
    ...(problem !== undefined && { problem }),
  }
  return c.html(vouchersPage(merchantSpeech(c), view), problem === undefined ? 200 : 400)
}

function vndOf(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : readTypedNumber(text)
}

/** Percent may have decimals, as the field of the page sends them: `12.5`. */
function percentOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,3}\.\d{1,2}$/.test(text) ? Number(text) : vndOf(text)
}

function startOfTypedDay(date: string): number | undefined {
  const end = endOfTypedDay(date)
  return end === undefined ? undefined : end - daySeconds + 1
}

async function issue(c: MerchantContext) {
  const { sandbox } = c.var
  const fields = await formFields(c)
  const { serial = '', storeCode = '', from = '', to = '' } = fields
  const parsed = v.safeParse(newVoucher, {
    merchantCode: c.var.staff.merchantCode,
    ...(serial !== '' && { serial }),
    merchantVoucherCode: fields['merchantVoucherCode'],
    discountType: fields['discountType'],
    discountValue: (fields['discountType'] === 'percent' ? percentOf : vndOf)(
      fields['discountValue'],
    ),
    minOrderVnd: vndOf(fields['minOrderVnd']),
    availableFrom: startOfTypedDay(from),
    availableTo: endOfDay(to),
    applyInHoliday: fields['applyInHoliday'] === 'on',
    storeCode: storeCode === '' ? null : storeCode,
  })
  if (!parsed.success) return show(c, problemOf(parsed.issues))
  const stores = await listStores(sandbox.database)
  const isOwn = stores.some(
    (store) => store.code === storeCode && store.merchantCode === c.var.staff.merchantCode,
  )
  if (storeCode !== '' && !isOwn) return show(c, storeCode)
  const sent = await workOnce(c, fields, (together) =>
    issueVoucher(sandbox, parsed.output, together),
  )
  const { messages } = chooseLanguage(c)
  if (sent.outcome === 'changed') return show(c, messages.formChanged)
  const isTaken = sent.outcome === 'done' && sent.done === undefined
  return isTaken ? show(c, `${messages.serialTaken} ${serial}`) : c.redirect(path, 303)
}

/** The e-vouchers of the merchant site. */
export function voucherRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  app.post(path, issue)
  app.post(`${path}/withdraw`, async (c) => {
    const { serial = '' } = await formFields(c)
    const voucher = await findVoucher(c.var.sandbox, serial)
    if (voucher?.state === 'active' && voucher.merchantCode === c.var.staff.merchantCode) {
      await changeVoucher(c.var.sandbox, serial, { status: 'revoked' })
    }
    return c.redirect(path, 303)
  })
  return app
}
