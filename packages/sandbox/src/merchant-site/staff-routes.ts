import { Hono } from 'hono'
import * as v from 'valibot'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import {
  changeStaff,
  createStaff,
  findStaff,
  listStaff,
  newStaff,
  renewPassword,
  staffChange,
} from '../merchant-staff/staff.ts'
import { staffRights } from '../merchant-staff/staff-rights.ts'
import { formFields, problemOf } from '../page-frame/forms.ts'
import { staffPage, type StaffView } from './staff-page.ts'

const path = '/merchant/staff'

type Fields = Readonly<Record<string, string>>

async function show(c: MerchantContext, extra: Omit<StaffView, 'accounts'> = {}) {
  const { sandbox, staff } = c.var
  const accounts = await listStaff(sandbox.database, staff.merchantCode)
  const status = extra.problem === undefined ? 200 : 400
  return c.html(staffPage(merchantSpeech(c), { accounts, ...extra }), status)
}

function rightsIn(fields: Fields): readonly string[] {
  return staffRights.filter((right) => fields[`right-${right}`] === 'on')
}

async function create(c: MerchantContext) {
  const { sandbox, staff } = c.var
  const fields = await formFields(c)
  const { merchantCode } = staff
  const { userName, fullName } = fields
  const rights = rightsIn(fields)
  const parsed = v.safeParse(newStaff, { merchantCode, userName, fullName, rights })
  if (!parsed.success) return show(c, { problem: problemOf(parsed.issues) })
  const made = await createStaff(sandbox.database, sandbox.clock.nowSeconds(), parsed.output)
  return made === undefined ? show(c, { problem: parsed.output.userName }) : show(c, { made })
}

/**
 * The staff account that a form names; `undefined` for a master account, and for one of another
 * merchant.
 */
async function namedIn(c: MerchantContext, { userName = '' }: Fields): Promise<string | undefined> {
  const { sandbox, staff } = c.var
  const named = await findStaff(sandbox.database, userName)
  const isOwn = named?.merchantCode === staff.merchantCode && named.role === 'staff'
  return isOwn ? userName : undefined
}

async function change(c: MerchantContext, changeIn: (fields: Fields) => object) {
  const fields = await formFields(c)
  const userName = await namedIn(c, fields)
  if (userName === undefined) return show(c, { problem: fields['userName'] ?? '' })
  const parsed = v.safeParse(staffChange, changeIn(fields))
  if (!parsed.success) return show(c, { problem: problemOf(parsed.issues) })
  await changeStaff(c.var.sandbox.database, userName, parsed.output)
  return c.redirect(path, 303)
}

async function makePassword(c: MerchantContext) {
  const fields = await formFields(c)
  const userName = await namedIn(c, fields)
  const made = userName && (await renewPassword(c.var.sandbox.database, userName))
  return made ? show(c, { made }) : show(c, { problem: fields['userName'] ?? '' })
}

/** The staff accounts of the merchant site. */
export function staffRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  app.post(path, create)
  app.post(`${path}/rights`, (c) => change(c, (fields) => ({ rights: rightsIn(fields) })))
  app.post(`${path}/status`, (c) => change(c, ({ status }) => ({ status })))
  app.post(`${path}/password`, makePassword)
  return app
}
