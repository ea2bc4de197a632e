import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../test/fault-provider.ts'
import { makeWorld } from '../../test/world.ts'
import { createRelyingParty, webPorts, type SignedIn } from '../index.ts'
import { createKeyRing, createSessions, type Sessions, type SessionsOptions } from '../session.ts'
import { createMemorySessionStore } from '../testing.ts'
import { describeSessionStore } from '../../test/session-store.contract.ts'
import { describeSessions } from '../../test/sessions.contract.ts'

describeSessionStore('the session store in memory', createMemorySessionStore)
describeSessions('memory', createMemorySessionStore)

it('a session that is kept in a cookie accepts no idle time', () => {
  const authentication = { method: 'none' } as const
  const options = { issuer: 'https://id.example', clientId: 'shop', authentication }
  const relyingParty = createRelyingParty({ ...options, ports: webPorts })
  const keyRing = createKeyRing([{ id: 'one', secret: 'x'.repeat(32) }])
  const store = createMemorySessionStore()

  expect(() =>
    createSessions({ relyingParty, store, keyRing, kept: 'cookie', idleSeconds: 60 }),
  ).toThrow('idleSeconds needs sessions that are kept in the store')
})

// Times as text, as environment variables provide them: added to a time they would form a text, so
// that the session would not end. A fraction of a second is written with the session, which then
// cannot be read again.
it.each([
  ['lifetimeSeconds', '3600'],
  ['lifetimeSeconds', 0],
  ['lifetimeSeconds', Number.NaN],
  ['lifetimeSeconds', 86_400 / 7],
  ['lifetimeSeconds', Number.MAX_SAFE_INTEGER],
  ['lifetimeSeconds', 10_000_000_001],
  ['idleSeconds', '60'],
  ['idleSeconds', -1],
  ['idleSeconds', 0.5],
])('sessions refuse a %s of %j', (name, value) => {
  const authentication = { method: 'none' } as const
  const options = { issuer: 'https://id.example', clientId: 'shop', authentication }
  const relyingParty = createRelyingParty({ ...options, ports: webPorts })
  const keyRing = createKeyRing([{ id: 'one', secret: 'x'.repeat(32) }])
  const store = createMemorySessionStore()

  expect(() =>
    createSessions({ relyingParty, store, keyRing, kept: 'store', [name]: value }),
  ).toThrow(`${name} must be a whole number from 1 to`)
})

describe('sessions', () => {
  const id = 'i'.repeat(43)
  const redirectUri = 'https://shop.example/auth/callback'
  let provider: FaultProvider
  let options: SessionsOptions
  let signedIn: SignedIn

  beforeEach(async () => {
    provider = await FaultProvider.start()
    const { relyingParty, keyRing } = makeWorld(provider).options
    options = { relyingParty, keyRing, store: createMemorySessionStore(), kept: 'store' }
    signedIn = {
      tokens: {
        accessToken: 'access-1',
        accessTokenExpiresAt: provider.now() + 3_600,
        idToken: 'id-1',
        scope: 'openid',
      },
      identity: {
        issuer: 'https://id.example/',
        subject: 'customer-1',
        issuedAt: provider.now(),
      },
    }
  })

  async function opened(change: Partial<SessionsOptions> = {}): Promise<[Sessions, string]> {
    const sessions = createSessions({ ...options, ...change })
    const session = await sessions.open(id, signedIn, redirectUri)
    return [sessions, await sessions.cookieOf(session)]
  }

  it('last an hour without a request, and twelve with them', async () => {
    const [sessions, cookie] = await opened()
    provider.aheadSeconds = 3_599
    expect(await sessions.read(cookie)).toEqual({
      ...signedIn,
      id,
      version: 1,
      redirectUri,
      expiresAt: provider.now() - 3_599 + 12 * 3_600,
    })

    for (const hours of [1.9, 2.8, 3.7, 4.6, 5.5, 6.4, 7.3, 8.2, 9.1, 10, 10.9, 11.5]) {
      provider.aheadSeconds = hours * 3_600
      expect(await sessions.read(cookie)).toBeDefined()
    }
    provider.aheadSeconds = 12 * 3_600 - 1
    expect(await sessions.read(cookie)).toBeDefined()
    provider.aheadSeconds = 12 * 3_600

    expect(await sessions.read(cookie)).toBeUndefined()
  })

  it('end an hour after the last request', async () => {
    const [sessions, cookie] = await opened()
    provider.aheadSeconds = 3_600

    expect(await sessions.read(cookie)).toBeUndefined()
  })

  it.each(['store', 'cookie'] as const)(
    'end after their lifetime, kept in the %s',
    async (kept) => {
      const [sessions, cookie] = await opened({ kept, lifetimeSeconds: 100 })
      provider.aheadSeconds = 99
      expect(await sessions.read(cookie)).toMatchObject({ id })
      provider.aheadSeconds = 100

      expect(await sessions.read(cookie)).toBeUndefined()
    },
  )

  it('are extended once a twelfth of the idle time has passed, and never beyond their end', async () => {
    const until: number[] = []
    const startedAt = provider.now()
    const store = createMemorySessionStore()
    const extend = store.extend.bind(store)
    store.extend = (key, times) => {
      until.push(times.until - startedAt)
      return extend(key, times)
    }
    const [sessions, cookie] = await opened({ store, idleSeconds: 1_200, lifetimeSeconds: 2_000 })
    for (const at of [0, 99, 100, 199, 850, 1_999]) {
      provider.aheadSeconds = at
      expect(await sessions.read(cookie)).toBeDefined()
    }

    expect(until).toEqual([1_300, 2_000])
  })

  it.each(['', 'i'.repeat(42), 'i'.repeat(44), `${'i'.repeat(42)}.`, `${'i'.repeat(43)}\n`])(
    'are not looked up for the cookie %j',
    async (cookie) => {
      const store = createMemorySessionStore()
      store.find = () => Promise.reject(new Error('looked up'))

      expect(await createSessions({ ...options, store }).read(cookie)).toBeUndefined()
    },
  )

  it('in a cookie are not those of another kind of text that the same key has sealed', async () => {
    const [sessions] = await opened({ kept: 'cookie' })
    const session = await sessions.find(id)

    expect(session).toMatchObject({ id })
    expect(
      await sessions.read(await options.keyRing.seal(JSON.stringify(session), 'another purpose')),
    ).toBeUndefined()
    expect(
      await sessions.read(await options.keyRing.seal(JSON.stringify(session), 'session cookie')),
    ).toEqual(session)
    expect(
      await sessions.read(await options.keyRing.seal('no session', 'session cookie')),
    ).toBeUndefined()
  })

  it('in the store are sealed, so that a copy of it opens none', async () => {
    const rows: string[] = []
    const store = createMemorySessionStore()
    const add = store.add.bind(store)
    store.add = (row, now) => {
      rows.push(JSON.stringify(row))
      return add(row, now)
    }
    await opened({ store })

    expect(rows).toHaveLength(1)
    expect(rows[0]).not.toMatch(/access-1|id-1|iiii/)
  })

  it('whose row was moved to another key are not opened', async () => {
    const store = createMemorySessionStore()
    const [sessions, cookie] = await opened({ store })
    const other = 'o'.repeat(43)
    await sessions.open(
      other,
      { ...signedIn, identity: { ...signedIn.identity, subject: 'x' } },
      '',
    )
    const find = store.find.bind(store)
    let stolen: Awaited<ReturnType<typeof find>>
    store.find = async (key, now) => {
      stolen ??= await find(key, now)
      const own = await find(key, now)
      return own && stolen && { ...own, payload: stolen.payload }
    }
    expect(await sessions.read(other)).toMatchObject({ id: other })

    expect(await sessions.read(cookie)).toBeUndefined()
  })

  it('reserve a callback for an hour', async () => {
    const sessions = createSessions(options)

    const claims: boolean[] = []
    for (const at of [0, 0, 3_599, 3_600]) {
      provider.aheadSeconds = at
      claims.push(await sessions.claimCallback('state-1'))
    }

    expect(claims).toEqual([true, false, false, true])
    expect(await sessions.claimCallback('state-2')).toBe(true)
  })

  it('in a cookie are parked for a renewal as long as its requests may take', async () => {
    const ends: number[] = []
    for (const timeoutMs of [10_000, 60_100, 2 ** 31 - 1]) {
      const store = createMemorySessionStore()
      const add = store.add.bind(store)
      store.add = (row, now) => {
        ends.push(row.expiresAt - now)
        return add(row, now)
      }
      const { relyingParty } = makeWorld(provider, { relyingParty: { timeoutMs } }).options
      await opened({ store, relyingParty, kept: 'cookie', lifetimeSeconds: 10_000_000_000 })
    }

    expect(ends).toEqual([60, 241, 8_589_935])
  })
})
