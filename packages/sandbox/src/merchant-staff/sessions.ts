import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import { merchants } from '../merchants/tables.ts'
import { randomToken } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { hashOf } from './password.ts'
import { findByPassword, staffOf, type Staff } from './staff.ts'
import { merchantSessions, merchantStaff } from './tables.ts'

/** How long a log-in at the merchant site lasts, in seconds: a working day. */
export const merchantSessionSeconds = 8 * 60 * 60

function realSeconds({ host }: Pick<Sandbox, 'host'>): number {
  return Math.floor(host.nowMs() / 1000)
}

/**
 * Logs somebody in at the merchant site.
 *
 * @returns the token of the session, or `undefined` when name or password is wrong or the account
 *   is closed
 */
export async function startSession(
  sandbox: Sandbox,
  account: { readonly userName: string; readonly password: string },
): Promise<string | undefined> {
  const { database } = sandbox
  const staff = await findByPassword(database, account.userName, await hashOf(account.password))
  if (staff === undefined) return undefined
  const token = randomToken() + randomToken()
  await database.insert(merchantSessions).values({
    tokenHash: await hashOf(token),
    userName: staff.userName,
    expiresAt: realSeconds(sandbox) + merchantSessionSeconds,
  })
  return token
}

/**
 * Who is logged in with a token; `undefined` when the session is over, or the account or its
 * merchant is closed.
 */
export async function findSession(sandbox: Sandbox, token: string): Promise<Staff | undefined> {
  if (token === '') return undefined
  const isOpen = and(
    eq(merchantSessions.tokenHash, await hashOf(token)),
    gt(merchantSessions.expiresAt, realSeconds(sandbox)),
    eq(merchantStaff.status, 'active'),
    eq(merchants.status, 'active'),
  )
  const [row] = await sandbox.database
    .select({ staff: merchantStaff, merchantName: merchants.name })
    .from(merchantSessions)
    .innerJoin(merchantStaff, eq(merchantStaff.userName, merchantSessions.userName))
    .innerJoin(merchants, eq(merchants.code, merchantStaff.merchantCode))
    .where(isOpen)
  return row && staffOf(row.staff, row.merchantName)
}

/** Ends the session of a token. */
export async function endSession(database: Database, token: string): Promise<void> {
  await database.delete(merchantSessions).where(eq(merchantSessions.tokenHash, await hashOf(token)))
}

/** Statement that deletes sessions whose time is over. */
export function deleteOldSessions(sandbox: Sandbox): Statement {
  return sandbox.database
    .delete(merchantSessions)
    .where(lte(merchantSessions.expiresAt, realSeconds(sandbox)))
}
