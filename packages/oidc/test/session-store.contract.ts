import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionRow, SessionStore } from '../src/session.ts'

const now = 1_000

function row(change: Partial<SessionRow> = {}): SessionRow {
  return {
    key: 'row-1',
    version: 1,
    issuer: 'https://id.example/',
    sid: 'login-1',
    subject: 'customer-1',
    issuedAt: 900,
    expiresAt: 2_000,
    payload: 'sealed',
    ...change,
  }
}

/** What every session store does. */
export function describeSessionStore(name: string, make: () => SessionStore): void {
  describe(name, () => {
    let store: SessionStore

    beforeEach(() => {
      store = make()
    })

    it('returns a session until it expires', async () => {
      await store.add(row({ sid: undefined }), now)

      expect(await store.find('row-1', 1_999)).toEqual(row({ sid: undefined }))
      expect(await store.find('row-1', 2_000)).toBeUndefined()
      expect(await store.find('row-2', now)).toBeUndefined()
    })

    it('adds a key once, and again after the first has expired', async () => {
      expect(await store.add(row(), now)).toBe(true)
      expect(await store.add(row({ payload: 'other' }), now)).toBe(false)
      expect((await store.find('row-1', now))?.payload).toBe('sealed')
      expect(await store.add(row({ payload: 'other', expiresAt: 3_000 }), 2_000)).toBe(true)
      expect((await store.find('row-1', 2_000))?.payload).toBe('other')
    })

    it('adds every part of a row anew after the first has expired', async () => {
      await store.add(row(), now)
      const other = row({
        version: 7,
        issuer: 'https://other.example/',
        sid: undefined,
        subject: 'customer-2',
        issuedAt: 1_999,
        expiresAt: 3_000,
        payload: 'other',
      })

      await store.add(other, 2_000)

      expect(await store.find('row-1', 2_000)).toEqual(other)
    })

    it('extends a row, unless it has expired or is gone', async () => {
      await store.add(row(), now)

      await store.extend('row-1', { now, until: 2_500 })
      await store.extend('row-1', { now, until: 2_200 })
      expect(await store.find('row-1', 2_499)).toEqual(row({ expiresAt: 2_500 }))
      expect(await store.find('row-1', 2_500)).toBeUndefined()

      await store.extend('row-1', { now: 2_500, until: 3_000 })
      await store.extend('row-2', { now, until: 3_000 })
      expect(await store.find('row-1', 2_500)).toBeUndefined()
      expect(await store.find('row-2', now)).toBeUndefined()
    })

    it('replaces only the expected version', async () => {
      await store.add(row(), now)

      expect(await store.replace(row({ version: 3 }))).toBe(false)
      expect(await store.replace(row({ version: 2, payload: 'new' }))).toBe(true)
      expect(await store.replace(row({ version: 2, payload: 'late' }))).toBe(false)
      expect((await store.find('row-1', now))?.payload).toBe('new')
    })

    it('replaces one row, with its end', async () => {
      await store.add(row(), now)
      await store.add(row({ key: 'row-2' }), now)
      const next = row({ version: 2, payload: 'new', expiresAt: 3_000 })

      await store.replace(next)

      expect(await store.find('row-1', now)).toEqual(next)
      expect(await store.find('row-2', now)).toEqual(row({ key: 'row-2' }))
    })

    it('does not restore a removed session', async () => {
      await store.add(row(), now)
      await store.remove('row-1')

      expect(await store.replace(row({ version: 2 }))).toBe(false)
      expect(await store.find('row-1', now)).toBeUndefined()
    })

    it('leases a renewal to one of many callers', async () => {
      await store.add(row(), now)
      const lease = { key: 'row-1', version: 1, now, until: now + 30 }

      const taken = await Promise.all(Array.from({ length: 20 }, () => store.leaseRefresh(lease)))

      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await store.leaseRefresh({ ...lease, now: now + 29, until: now + 59 })).toBe(false)
      expect(await store.leaseRefresh({ ...lease, now: now + 30, until: now + 60 })).toBe(true)
      expect(await store.leaseRefresh({ ...lease, version: 2 })).toBe(false)
    })

    it('leases again after a release and after a replacement', async () => {
      await store.add(row(), now)
      const lease = { key: 'row-1', version: 1, now, until: now + 30 }
      await store.leaseRefresh(lease)
      await store.releaseRefresh('row-1', 1)

      expect(await store.leaseRefresh(lease)).toBe(true)
      await store.replace(row({ version: 2 }))
      expect(await store.leaseRefresh({ ...lease, version: 2 })).toBe(true)
    })

    it('ends the sessions of one login by its sid', async () => {
      await store.add(row(), now)
      await store.add(row({ key: 'row-2', sid: 'login-2' }), now)
      await store.add(row({ key: 'row-3', issuer: 'https://other.example/' }), now)

      const login = { issuer: 'https://id.example/', sid: 'login-1', issuedAt: now }
      await store.removeLogin({ ...login, subject: undefined })

      const left = await Promise.all(['row-1', 'row-2', 'row-3'].map((key) => store.find(key, now)))
      expect(left.map((found) => found?.key)).toEqual([undefined, 'row-2', 'row-3'])
    })

    it('ends the sessions without a sid by the customer of a login with one', async () => {
      await store.add(row({ sid: undefined }), now)
      await store.add(row({ key: 'row-2', sid: undefined, subject: 'customer-2' }), now)
      await store.add(row({ key: 'row-3', sid: undefined, issuedAt: 951 }), now)
      await store.add(row({ key: 'row-4', sid: 'login-2' }), now)
      await store.add(row({ key: 'row-5', sid: 'login-1', subject: 'customer-2' }), now)
      await store.add(row({ key: 'row-6', sid: undefined, issuer: 'https://other.example/' }), now)

      const login = { issuer: 'https://id.example/', sid: 'login-1', subject: 'customer-1' }
      await store.removeLogin({ ...login, issuedAt: 950 })

      const keys = ['row-1', 'row-2', 'row-3', 'row-4', 'row-5', 'row-6']
      const left = await Promise.all(keys.map((key) => store.find(key, now)))
      expect(left.map((found) => found?.key)).toEqual([
        undefined,
        'row-2',
        'row-3',
        'row-4',
        undefined,
        'row-6',
      ])
    })

    it('ends the sessions of a customer up to the second of the logout', async () => {
      await store.add(row({ issuedAt: 950 }), now)
      await store.add(row({ key: 'row-2', issuer: 'https://other.example/' }), now)

      const login = { issuer: 'https://id.example/', sid: undefined, issuedAt: 950 }
      await store.removeLogin({ ...login, subject: 'customer-1' })

      expect(await store.find('row-1', now)).toBeUndefined()
      expect(await store.find('row-2', now)).toBeDefined()
    })

    it('leases the newest version of one row', async () => {
      await store.add(row(), now)
      await store.add(row({ key: 'row-2' }), now)
      const lease = { key: 'row-1', version: 1, now, until: now + 30 }
      expect(await store.leaseRefresh(lease)).toBe(true)
      expect(await store.leaseRefresh({ ...lease, key: 'row-2' })).toBe(true)

      await store.replace(row({ version: 2 }))

      expect(await store.leaseRefresh(lease)).toBe(false)
      expect(await store.leaseRefresh({ ...lease, version: 2 })).toBe(true)
    })

    it('releases no lease of another version', async () => {
      await store.add(row(), now)
      const lease = { key: 'row-1', version: 1, now, until: now + 30 }
      await store.leaseRefresh(lease)

      await store.releaseRefresh('row-1', 2)
      await store.releaseRefresh('row-2', 1)

      expect(await store.leaseRefresh(lease)).toBe(false)
      expect(await store.leaseRefresh({ ...lease, key: 'row-2' })).toBe(false)
    })

    it('keeps a lease when a row is extended, and drops it when one is added again', async () => {
      await store.add(row(), now)
      const lease = { key: 'row-1', version: 1, now, until: 5_000 }
      await store.leaseRefresh(lease)
      await store.extend('row-1', { now, until: 2_500 })
      expect(await store.leaseRefresh(lease)).toBe(false)

      await store.add(row({ expiresAt: 3_000 }), 2_500)

      expect(await store.leaseRefresh(lease)).toBe(true)
    })

    it('removes one row only', async () => {
      await store.add(row(), now)
      await store.add(row({ key: 'row-2' }), now)

      await store.remove('row-1')
      await store.remove('row-3', 'replaced')

      expect(await store.find('row-1', now)).toBeUndefined()
      expect(await store.find('row-2', now)).toBeDefined()
    })

    it('ends all sessions of a customer, but no newer ones', async () => {
      await store.add(row(), now)
      await store.add(row({ key: 'row-2', sid: 'login-2', issuedAt: 950 }), now)
      await store.add(row({ key: 'row-3', subject: 'customer-2' }), now)

      const login = { issuer: 'https://id.example/', sid: undefined, issuedAt: 949 }
      await store.removeLogin({ ...login, subject: 'customer-1' })

      const left = await Promise.all(['row-1', 'row-2', 'row-3'].map((key) => store.find(key, now)))
      expect(left.map((found) => found?.key)).toEqual([undefined, 'row-2', 'row-3'])
    })

    it('remembers a claim until it expires', async () => {
      const times = { now, until: now + 10 }
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.claim('jti 1', times)))

      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await store.claim('jti 2', times)).toBe(true)
      expect(await store.claim('jti 1', { now: now + 10, until: now + 20 })).toBe(true)
      expect(await store.claim('jti 1', { now: now + 19, until: now + 29 })).toBe(false)
    })

    it('remembers logouts, and of two the one with the larger scope', async () => {
      await store.markLogout({ key: 'sub', issuedAt: 950, until: 5_000 })
      await store.markLogout({ key: 'sub', issuedAt: 900, until: 4_000 })

      expect(await store.isLoggedOut(['id', 'sub'], 950)).toBe(true)
      expect(await store.isLoggedOut(['id', 'sub'], 951)).toBe(false)
      expect(await store.isLoggedOut(['id'], 900)).toBe(false)
    })

    it('remembers of two logouts the later end, and covers sessions of the first second', async () => {
      await store.markLogout({ key: 'long', issuedAt: 0, until: 3_000 })
      await store.markLogout({ key: 'long', issuedAt: 0, until: 2_000 })
      await store.markLogout({ key: 'short', issuedAt: 0, until: 2_000 })
      await store.markLogout({ key: 'longer', issuedAt: 0, until: 2_000 })
      await store.markLogout({ key: 'longer', issuedAt: 0, until: 3_000 })

      await store.removeExpired(2_000)

      expect(await store.isLoggedOut(['long'], 0)).toBe(true)
      expect(await store.isLoggedOut(['longer'], 0)).toBe(true)
      expect(await store.isLoggedOut(['short'], 0)).toBe(false)
      expect(await store.isLoggedOut([], 0)).toBe(false)
    })

    it('remembers an unproven logout only for a login that began here', async () => {
      const mark = { issuedAt: 950, until: 5_000, onlyKnown: true }
      await store.markLogout({ key: 'begun', issuedAt: -1, until: 3_000 })
      const begun = await store.isLoggedOut(['begun'], 0)
      await store.markLogout({ key: 'begun', ...mark })
      await store.markLogout({ key: 'made up', ...mark })

      expect(begun).toBe(false)
      expect(await store.isLoggedOut(['begun'], 950)).toBe(true)
      expect(await store.isLoggedOut(['made up'], 0)).toBe(false)
    })

    it('narrows no logout by an unproven one', async () => {
      await store.markLogout({ key: 'begun', issuedAt: 950, until: 3_000 })

      await store.markLogout({ key: 'begun', issuedAt: 900, until: 2_000, onlyKnown: true })
      await store.removeExpired(2_000)

      expect(await store.isLoggedOut(['begun'], 950)).toBe(true)
    })

    it('deletes what has expired, and nothing else', async () => {
      await store.add(row(), now)
      await store.add(row({ key: 'row-2', expiresAt: 3_000 }), now)
      await store.add(row({ key: 'row-3' }), now)
      await store.markLogout({ key: 'older', issuedAt: 1, until: 1_999 })
      await store.markLogout({ key: 'old', issuedAt: 1, until: 2_000 })
      await store.markLogout({ key: 'new', issuedAt: 1, until: 2_001 })
      await store.claim('new', { now, until: 2_001 })
      await store.claim('old', { now, until: 2_000 })

      await store.removeExpired(2_000)

      expect(await store.find('row-1', 0)).toBeUndefined()
      expect(await store.find('row-2', 0)).toBeDefined()
      expect(await store.find('row-3', 0)).toBeUndefined()
      expect(await store.isLoggedOut(['old'], 0)).toBe(false)
      expect(await store.isLoggedOut(['older'], 0)).toBe(false)
      expect(await store.isLoggedOut(['new'], 0)).toBe(true)
      expect(await store.claim('new', { now: 2_000, until: 2_001 })).toBe(false)
      // By the clock of an earlier caller the old claim would still hold.
      expect(await store.claim('old', { now, until: 2_000 })).toBe(true)
    })

    it('deletes no more claims and logouts at once than its limit', async () => {
      const keys = ['one', 'two', 'three']
      for (const key of keys) {
        await store.claim(key, { now, until: 2_000 })
        await store.markLogout({ key, issuedAt: 1, until: 2_000 })
      }

      await store.removeExpired(2_000, 2)

      const marked = await Promise.all(keys.map((key) => store.isLoggedOut([key], 1)))
      const free = await Promise.all(keys.map((key) => store.claim(key, { now, until: 2_000 })))
      expect(marked.filter(Boolean)).toHaveLength(1)
      expect(free.filter(Boolean)).toHaveLength(2)
    })

    it('deletes no more rows at once than its limit', async () => {
      for (const key of ['row-1', 'row-2', 'row-3']) await store.add(row({ key }), now)

      await store.removeExpired(2_000, 2)
      const left = await Promise.all(['row-1', 'row-2', 'row-3'].map((key) => store.find(key, 0)))
      await store.removeExpired(2_000, 2)
      const later = await Promise.all(['row-1', 'row-2', 'row-3'].map((key) => store.find(key, 0)))

      expect(left.filter((found) => found !== undefined)).toHaveLength(1)
      expect(later).toEqual([undefined, undefined, undefined])
    })
  })
}
