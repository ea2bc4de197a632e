import { and, desc, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import { mustHold } from '../database/run-atomically.ts'
import { identitySessions } from './tables.ts'
import { digestOf, opaqueToken } from './opaque-token.ts'
import type { IdentityServer } from './identity-server.ts'

/** A login session of a customer at the identity server. */
export interface LoginSession {
  /** Value of `sid` in tokens. */
  readonly sid: string
  readonly walletId: string
  /** Whether the browser has a cookie for it. */
  readonly isRemembered: boolean
  /** When the customer last typed the PIN, in unix seconds. */
  readonly authenticatedAt: number
  /** Unix seconds. */
  readonly expiresAt: number
  /** Unix seconds; null while the customer is signed in. */
  readonly endedAt: number | null
}

type SessionRow = typeof identitySessions.$inferSelect

function sessionOf({ cookieHash, ...row }: SessionRow): LoginSession {
  return { ...row, isRemembered: cookieHash !== null }
}

/** A sign-in that has just been made, with the value of its cookie when it is remembered. */
export interface NewLoginSession {
  readonly session: LoginSession
  readonly cookie?: string
}

/**
 * Signs a customer in. If the same customer signs in again in the same browser, the session id
 * stays the same. A session that has ended is not revived: its clients have had their notice.
 *
 * @param before the earlier session of the browser
 */
export async function startSession(
  server: IdentityServer,
  customer: { readonly walletId: string; readonly remember: boolean },
  before?: LoginSession,
): Promise<NewLoginSession> {
  const { walletId, remember } = customer
  const { database, clock } = server.sandbox
  const now = clock.nowSeconds()
  const cookie = remember ? opaqueToken() : undefined
  const fields = {
    walletId,
    cookieHash: cookie === undefined ? null : await digestOf(cookie),
    authenticatedAt: now,
    expiresAt: now + server.rules.rememberSeconds,
    endedAt: null,
  }
  const isSame = and(
    eq(identitySessions.sid, before?.sid ?? ''),
    eq(identitySessions.walletId, walletId),
    isNull(identitySessions.endedAt),
  )
  const [same] = await database.update(identitySessions).set(fields).where(isSame).returning()
  const [row] =
    same === undefined
      ? await database
          .insert(identitySessions)
          .values({ sid: crypto.randomUUID(), ...fields })
          .returning()
      : [same]
  if (row === undefined) throw new Error('The sign-in was not stored.')
  return { session: sessionOf(row), ...(cookie !== undefined && { cookie }) }
}

/** The live session of a cookie. */
export async function findSessionByCookie(
  server: IdentityServer,
  cookie: string | undefined,
): Promise<LoginSession | undefined> {
  if (cookie === undefined || cookie === '') return undefined
  const { database, clock } = server.sandbox
  const hash = await digestOf(cookie)
  const [row] = await database
    .select()
    .from(identitySessions)
    .where(and(eq(identitySessions.cookieHash, hash), isNull(identitySessions.endedAt)))
  return row === undefined || row.expiresAt <= clock.nowSeconds() ? undefined : sessionOf(row)
}

/** Finds a login session by its `sid`. */
export async function findSession(
  database: Database,
  sid: string,
): Promise<LoginSession | undefined> {
  const [row] = await database.select().from(identitySessions).where(eq(identitySessions.sid, sid))
  return row && sessionOf(row)
}

/** Statement that rolls the batch back when a session has ended. */
export function mustBeLive(database: Database, sid: string): Statement {
  const live = database
    .select({ live: sql`1` })
    .from(identitySessions)
    .where(and(eq(identitySessions.sid, sid), isNull(identitySessions.endedAt)))
  return mustHold(database, exists(live))
}

/** All sessions, newest sign-in first. */
export async function listSessions(database: Database): Promise<readonly LoginSession[]> {
  const rows = await database
    .select()
    .from(identitySessions)
    .orderBy(desc(identitySessions.authenticatedAt), identitySessions.sid)
    .limit(200)
  return rows.map(sessionOf)
}

/** Ends a session; `undefined` when there is none, or it has ended before. */
export async function endSession(
  server: IdentityServer,
  sid: string,
): Promise<LoginSession | undefined> {
  const { database, clock } = server.sandbox
  const [row] = await database
    .update(identitySessions)
    .set({ endedAt: clock.nowSeconds() })
    .where(and(eq(identitySessions.sid, sid), isNull(identitySessions.endedAt)))
    .returning()
  return row && sessionOf(row)
}
