import type { SessionRow, SessionStore } from '../session/session-store.ts'

interface Kept {
  readonly row: SessionRow
  readonly leasedUntil: number
}

function forget<Value>(
  kept: Map<string, Value>,
  isOver: (value: Value) => boolean,
  maxRows: number,
): void {
  const over = [...kept].filter(([, value]) => isOver(value)).slice(0, maxRows)
  for (const [key] of over) kept.delete(key)
}

/**
 * Makes a session store in memory, for tests and for one process whose sessions may end with it.
 *
 * @example
 * ```ts
 * import { createMemorySessionStore } from '@merchant-edge/oidc/testing'
 *
 * const store = createMemorySessionStore()
 * const isFirst = await store.claim('callback 1', { now: 0, until: 60 })
 * const isSecond = await store.claim('callback 1', { now: 1, until: 60 })
 * if (!isFirst || isSecond) throw new Error('One caller gets the claim.')
 * ```
 */
export function createMemorySessionStore(): SessionStore {
  const rows = new Map<string, Kept>()
  const claims = new Map<string, number>()
  const marks = new Map<string, { readonly issuedAt: number; readonly until: number }>()
  return {
    async add(row, now) {
      const kept = rows.get(row.key)
      if (kept && kept.row.expiresAt > now) return false
      rows.set(row.key, { row, leasedUntil: 0 })
      return true
    },
    async find(key, now) {
      const row = rows.get(key)?.row
      return row && row.expiresAt > now ? row : undefined
    },
    async extend(key, { now, until }) {
      const kept = rows.get(key)
      if (!kept || kept.row.expiresAt <= now || kept.row.expiresAt >= until) return
      rows.set(key, { ...kept, row: { ...kept.row, expiresAt: until } })
    },
    async replace(row) {
      if (rows.get(row.key)?.row.version !== row.version - 1) return false
      rows.set(row.key, { row, leasedUntil: 0 })
      return true
    },
    async remove(key) {
      rows.delete(key)
    },
    async removeLogin({ issuer, sid, subject, issuedAt }) {
      for (const [key, { row }] of rows) {
        const isSubject = row.subject === subject && row.issuedAt <= issuedAt
        const isMeant = sid === undefined || row.sid === undefined ? isSubject : row.sid === sid
        if (row.issuer === issuer && isMeant) rows.delete(key)
      }
    },
    async leaseRefresh({ key, version, now, until }) {
      const kept = rows.get(key)
      if (!kept || kept.row.version !== version || kept.leasedUntil > now) return false
      rows.set(key, { ...kept, leasedUntil: until })
      return true
    },
    async releaseRefresh(key, version) {
      const kept = rows.get(key)
      if (kept?.row.version === version) rows.set(key, { ...kept, leasedUntil: 0 })
    },
    async claim(key, { now, until }) {
      if ((claims.get(key) ?? 0) > now) return false
      claims.set(key, until)
      return true
    },
    async markLogout({ key, issuedAt, until, onlyKnown = false }) {
      const mark = marks.get(key)
      if (onlyKnown && mark === undefined) return
      marks.set(key, {
        issuedAt: Math.max(issuedAt, mark?.issuedAt ?? -1),
        until: Math.max(until, mark?.until ?? 0),
      })
    },
    async isLoggedOut(keys, issuedAt) {
      return keys.some((key) => (marks.get(key)?.issuedAt ?? -1) >= issuedAt)
    },
    async removeExpired(now, maxRows = Infinity) {
      forget(rows, ({ row }) => row.expiresAt <= now, maxRows)
      forget(claims, (until) => until <= now, maxRows)
      forget(marks, ({ until }) => until <= now, maxRows)
    },
  }
}
