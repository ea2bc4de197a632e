import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Statement } from '../database/database.ts'
import { merchants } from '../merchants/tables.ts'
import { hashOf, newPassword } from './password.ts'
import { staffRights, type StaffRight } from './staff-rights.ts'
import { merchantSessions, merchantStaff } from './tables.ts'

const rights = v.array(v.picklist(staffRights, `must be some of ${staffRights.join(', ')}`))
const fullName = v.pipe(v.string('must be a string'), v.minLength(1), v.maxLength(100))

/** A staff account to create. */
export const newStaff = v.strictObject({
  merchantCode: v.pipe(v.string('must be a string'), v.minLength(1)),
  userName: v.pipe(
    v.string('must be a string'),
    v.regex(/^[a-z0-9][a-z0-9._-]{2,39}$/, 'must be 3 to 40 of a-z 0-9 . _ -'),
  ),
  fullName,
  rights: v.optional(rights, []),
})

/** A staff account to create. */
export interface NewStaff extends v.InferOutput<typeof newStaff> {}

/** A staff account to open; what is left out takes its default. */
export interface NewStaffInput extends v.InferInput<typeof newStaff> {}

/** A change of a staff account; what is left out stays. */
export const staffChange = v.strictObject({
  fullName: v.optional(fullName),
  rights: v.optional(rights),
  status: v.optional(v.picklist(['active', 'closed'])),
})

/** A change of a staff account; what is left out stays. */
export interface StaffChange extends v.InferOutput<typeof staffChange> {}

/** Somebody who works for a merchant. */
export interface Staff {
  /** Name to log in with; unique among all merchants. */
  readonly userName: string
  readonly merchantCode: string
  readonly merchantName: string
  readonly fullName: string
  /** A master account has all rights, and is the only one that opens accounts. */
  readonly role: 'master' | 'staff'
  readonly rights: readonly StaffRight[]
  readonly status: 'active' | 'closed'
  /** Unix seconds. */
  readonly createdAt: number
}

/** An account with its password, which is not shown again. */
export interface StaffWithPassword {
  readonly staff: Staff
  readonly password: string
}

type Row = typeof merchantStaff.$inferSelect

const storedRights = v.fallback(v.array(v.picklist(staffRights)), [])

/** A row of the table as an account. */
export function staffOf(row: Row, merchantName: string): Staff {
  const { passwordHash: _, ...fields } = row
  return { ...fields, merchantName, rights: v.parse(storedRights, row.rights) }
}

async function find(database: Database, userName: string) {
  const [row] = await database
    .select({ staff: merchantStaff, merchantName: merchants.name, status: merchants.status })
    .from(merchantStaff)
    .innerJoin(merchants, eq(merchants.code, merchantStaff.merchantCode))
    .where(eq(merchantStaff.userName, userName))
  return row
}

/** An account by its user name. */
export async function findStaff(database: Database, userName: string): Promise<Staff | undefined> {
  const row = await find(database, userName)
  return row && staffOf(row.staff, row.merchantName)
}

/**
 * The account that may log in with a user name and the hash of a password; `undefined` for any
 * other, and for one that is closed or whose merchant is.
 */
export async function findByPassword(
  database: Database,
  userName: string,
  passwordHash: string,
): Promise<Staff | undefined> {
  const row = await find(database, userName)
  const isRight = row?.staff.passwordHash === passwordHash
  if (!isRight || row.staff.status === 'closed' || row.status === 'closed') return undefined
  return staffOf(row.staff, row.merchantName)
}

/** Accounts in the order of their user names: all, or those of a merchant. */
export async function listStaff(
  database: Database,
  merchantCode?: string,
): Promise<readonly Staff[]> {
  const rows = await database
    .select({ staff: merchantStaff, merchantName: merchants.name })
    .from(merchantStaff)
    .innerJoin(merchants, eq(merchants.code, merchantStaff.merchantCode))
    .where(merchantCode === undefined ? undefined : eq(merchantStaff.merchantCode, merchantCode))
    .orderBy(merchantStaff.userName)
  return rows.map(({ staff, merchantName }) => staffOf(staff, merchantName))
}

/** An account to store, with its password. */
export interface StaffToStore extends Omit<NewStaff, 'rights'> {
  readonly rights: readonly string[]
  readonly role: Staff['role']
  readonly password: string
}

/** Statements that store accounts, except those whose user name is taken. */
export async function staffStatements(
  database: Database,
  at: number,
  accounts: readonly StaffToStore[],
): Promise<readonly Statement[]> {
  const hashes = await Promise.all(accounts.map(({ password }) => hashOf(password)))
  return accounts.map((account, index) =>
    database
      .insert(merchantStaff)
      .values({
        userName: account.userName,
        merchantCode: account.merchantCode,
        fullName: account.fullName,
        role: account.role,
        rights: account.rights,
        passwordHash: hashes[index] ?? '',
        status: 'active',
        createdAt: at,
      })
      .onConflictDoNothing(),
  )
}

/**
 * Creates a staff account with a generated password.
 *
 * @param at now, in unix seconds
 * @returns the account, or `undefined` when the user name is taken
 */
export async function createStaff(
  database: Database,
  at: number,
  request: NewStaff,
): Promise<StaffWithPassword | undefined> {
  const password = newPassword()
  const created = await database
    .insert(merchantStaff)
    .values({
      ...request,
      role: 'staff',
      passwordHash: await hashOf(password),
      status: 'active',
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning()
  if (created.length === 0) return undefined
  const staff = await findStaff(database, request.userName)
  return staff && { staff, password }
}

function endSessions(database: Database, userName: string): Statement {
  return database.delete(merchantSessions).where(eq(merchantSessions.userName, userName))
}

/**
 * Changes a staff account; one that is closed is logged out everywhere. A master account keeps its
 * rights, and stays open.
 *
 * @returns the account, or `undefined` when there is no such staff account
 */
export async function changeStaff(
  database: Database,
  userName: string,
  change: StaffChange,
): Promise<Staff | undefined> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    const isStaff = and(eq(merchantStaff.userName, userName), eq(merchantStaff.role, 'staff'))
    const changed = await database
      .update(merchantStaff)
      .set(Object.fromEntries(given))
      .where(isStaff)
      .returning()
    if (changed.length === 0) return undefined
    if (change.status === 'closed') await database.batch([endSessions(database, userName)])
  }
  return findStaff(database, userName)
}

/**
 * Generates a new password for an account, and logs it out everywhere.
 *
 * @returns the account with the password, or `undefined` when there is none
 */
export async function renewPassword(
  database: Database,
  userName: string,
): Promise<StaffWithPassword | undefined> {
  const password = newPassword()
  await database.batch([
    database
      .update(merchantStaff)
      .set({ passwordHash: await hashOf(password) })
      .where(eq(merchantStaff.userName, userName)),
    endSessions(database, userName),
  ])
  const staff = await findStaff(database, userName)
  return staff && { staff, password }
}
