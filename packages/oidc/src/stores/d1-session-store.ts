import { checkArguments } from '@merchant-edge/signing/options'
import type { SessionRow, SessionStore } from '../session/session-store.ts'

/** A prepared statement of D1, as far as it is used here. */
export interface D1Statement {
  bind(...values: readonly (string | number | null)[]): D1Statement
  first<Row>(): Promise<Row | null>
  run(): Promise<{ readonly meta: { readonly changes?: number } }>
}

/** The D1 binding of a Worker, as far as it is used here. */
export interface D1SessionDatabase {
  prepare(query: string): D1Statement
}

interface StoredRow {
  readonly key: string
  readonly version: number
  readonly issuer: string
  readonly sid: string | null
  readonly subject: string
  readonly issued_at: number
  readonly expires_at: number
  readonly payload: string
}

const add = `INSERT INTO sign_on_sessions
  (key, version, issuer, sid, subject, issued_at, expires_at, payload)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
  ON CONFLICT (key) DO UPDATE SET version = excluded.version, issuer = excluded.issuer,
    sid = excluded.sid, subject = excluded.subject, issued_at = excluded.issued_at,
    expires_at = excluded.expires_at, payload = excluded.payload, leased_until = 0
    WHERE sign_on_sessions.expires_at <= ?9`

const find = `SELECT key, version, issuer, sid, subject, issued_at, expires_at, payload
  FROM sign_on_sessions WHERE key = ?1 AND expires_at > ?2`

const replace = `UPDATE sign_on_sessions
  SET version = ?2, expires_at = ?3, payload = ?4, leased_until = 0
  WHERE key = ?1 AND version = ?2 - 1`

const extend = `UPDATE sign_on_sessions SET expires_at = ?3
  WHERE key = ?1 AND expires_at > ?2 AND expires_at < ?3`

const removeExpired = [
  `DELETE FROM sign_on_sessions
    WHERE key IN (SELECT key FROM sign_on_sessions WHERE expires_at <= ?1 LIMIT ?2)`,
  `DELETE FROM sign_on_claims
    WHERE key IN (SELECT key FROM sign_on_claims WHERE until <= ?1 LIMIT ?2)`,
  `DELETE FROM sign_on_logouts
    WHERE key IN (SELECT key FROM sign_on_logouts WHERE until <= ?1 LIMIT ?2)`,
]

const lease = `UPDATE sign_on_sessions SET leased_until = ?3
  WHERE key = ?1 AND version = ?2 AND leased_until <= ?4`

const removeSid = `DELETE FROM sign_on_sessions WHERE issuer = ?1 AND sid = ?2`

const removeSubject = `DELETE FROM sign_on_sessions
  WHERE issuer = ?1 AND subject = ?2 AND issued_at <= ?3 AND (?4 = 0 OR sid IS NULL)`

const claim = `INSERT INTO sign_on_claims (key, until) VALUES (?1, ?2)
  ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE sign_on_claims.until <= ?3`

const markLogout = `INSERT INTO sign_on_logouts (key, issued_at, until) VALUES (?1, ?2, ?3)
  ON CONFLICT (key) DO UPDATE SET issued_at = max(issued_at, excluded.issued_at),
    until = max(until, excluded.until)`

const markKnown = `UPDATE sign_on_logouts
  SET issued_at = max(issued_at, ?2), until = max(until, ?3) WHERE key = ?1`

async function changed(statement: D1Statement): Promise<boolean> {
  const { meta } = await statement.run()
  return (meta.changes ?? 0) > 0
}

function rowFrom(stored: StoredRow): SessionRow {
  const { key, version, issuer, sid, subject, issued_at, expires_at, payload } = stored
  return {
    key,
    version,
    issuer,
    sid: sid ?? undefined,
    subject,
    issuedAt: issued_at,
    expiresAt: expires_at,
    payload,
  }
}

/**
 * Stores sessions in D1, in the tables of `migrations/0001_sign_on.sql`. Every atomic operation is
 * one statement. With read replication, pass a database session that starts at the primary: a
 * replica may still have sessions that were signed out.
 *
 * @param database the D1 binding
 * @example
 * ```ts
 * import { createD1SessionStore, type D1SessionDatabase } from '@merchant-edge/oidc/d1'
 *
 * export default {
 *   // The cron of a Worker: what is over leaves the database.
 *   async scheduled(_event: unknown, env: { DB: D1SessionDatabase }): Promise<void> {
 *     await createD1SessionStore(env.DB).removeExpired(Math.floor(Date.now() / 1000))
 *   },
 * }
 * ```
 */
export function createD1SessionStore(database: D1SessionDatabase): SessionStore {
  checkArguments('createD1SessionStore', { database })
  const prepare = (query: string, ...values: (string | number | null)[]): D1Statement =>
    database.prepare(query).bind(...values)
  return {
    add({ key, version, issuer, sid = null, subject, issuedAt, expiresAt, payload }, now) {
      const values = [key, version, issuer, sid, subject, issuedAt, expiresAt, payload, now]
      return changed(prepare(add, ...values))
    },
    async find(key, now) {
      const stored = await prepare(find, key, now).first<StoredRow>()
      return stored === null ? undefined : rowFrom(stored)
    },
    async extend(key, { now, until }) {
      await prepare(extend, key, now, until).run()
    },
    replace: ({ key, version, expiresAt, payload }) =>
      changed(prepare(replace, key, version, expiresAt, payload)),
    async remove(key) {
      await prepare('DELETE FROM sign_on_sessions WHERE key = ?1', key).run()
    },
    async removeLogin({ issuer, sid, subject, issuedAt }) {
      if (sid !== undefined) await prepare(removeSid, issuer, sid).run()
      if (subject === undefined) return
      const isWithoutSidOnly = sid === undefined ? 0 : 1
      await prepare(removeSubject, issuer, subject, issuedAt, isWithoutSidOnly).run()
    },
    leaseRefresh: ({ key, version, now, until }) =>
      changed(prepare(lease, key, version, until, now)),
    async releaseRefresh(key, version) {
      const release = 'UPDATE sign_on_sessions SET leased_until = 0 WHERE key = ?1 AND version = ?2'
      await prepare(release, key, version).run()
    },
    claim: (key, { now, until }) => changed(prepare(claim, key, until, now)),
    async markLogout({ key, issuedAt, until, onlyKnown = false }) {
      await prepare(onlyKnown ? markKnown : markLogout, key, issuedAt, until).run()
    },
    async isLoggedOut(keys, issuedAt) {
      const query =
        'SELECT 1 FROM sign_on_logouts WHERE key IN (SELECT value FROM json_each(?1)) AND issued_at >= ?2 LIMIT 1'
      return (await prepare(query, JSON.stringify(keys), issuedAt).first()) !== null
    },
    async removeExpired(now, maxRows) {
      // SQLite treats a negative limit as no limit.
      for (const query of removeExpired) await prepare(query, now, maxRows ?? -1).run()
    },
  }
}
