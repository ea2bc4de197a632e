import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { exchangePartnerStatement } from '../day-close/exchange-partners.ts'
import { openAccount } from '../ledger/ledger.ts'
import { newPassword } from '../merchant-staff/password.ts'
import {
  findStaff,
  newStaff,
  staffStatements,
  type StaffWithPassword,
} from '../merchant-staff/staff.ts'
import { features, findMerchant, type Merchant } from '../merchants/merchant-rights.ts'
import { merchants } from '../merchants/tables.ts'

/** A merchant as the business team creates it after the agreement. */
export const newMerchant = v.strictObject({
  code: v.pipe(
    v.string('must be a string'),
    v.regex(/^[A-Z0-9][A-Z0-9-]{1,19}$/, 'must be 2 to 20 characters of A-Z 0-9 -'),
  ),
  name: v.pipe(v.string('must be a string'), v.minLength(1), v.maxLength(100)),
  /** Rights that the agreement grants; all rights when left out. */
  rights: v.optional(v.array(v.picklist(features)), [...features]),
  /** User name of the master account; the code in small letters with `-master` when left out. */
  masterUserName: v.optional(newStaff.entries.userName),
})

/** A merchant to create. */
export interface NewMerchant extends v.InferOutput<typeof newMerchant> {}

/** A merchant to create; what is left out takes its default. */
export interface NewMerchantInput extends v.InferInput<typeof newMerchant> {}

/** A new merchant with the master account that is sent to it. */
export interface CreatedMerchant {
  readonly merchant: Merchant
  readonly master: StaffWithPassword
}

/**
 * Creates a merchant as the business team does: the merchant, its accounts, its folder of daily
 * files, and the master account, with which the partner logs in to the merchant site and sets up
 * the rest.
 *
 * @param at now, in unix seconds
 * @returns the merchant, or the code or user name that is already taken
 * @see Specification 1
 */
export async function createMerchant(
  database: Database,
  at: number,
  request: NewMerchant,
): Promise<CreatedMerchant | string> {
  const { code, name, rights } = request
  const userName = request.masterUserName ?? `${code.toLowerCase()}-master`
  if ((await findMerchant(database, code)) !== undefined) return code
  if ((await findStaff(database, userName)) !== undefined) return userName
  const password = newPassword()
  const account = { merchantCode: code, userName, fullName: name, rights: [], password }
  await database.batch([
    database.insert(merchants).values({ code, name, status: 'active', rights }),
    openAccount(database, `merchant:${code}`, 'VND'),
    exchangePartnerStatement(database, code),
    ...(await staffStatements(database, at, [{ ...account, role: 'master' }])),
  ])
  const staff = await findStaff(database, userName)
  if (staff === undefined) throw new Error(`The merchant ${code} has no master account.`)
  return { merchant: { code, name, status: 'active', rights }, master: { staff, password } }
}
