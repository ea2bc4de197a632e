import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider, type Mutation } from '../../test/fault-provider.ts'
import { Browser, makeWorld, origin, type World } from '../../test/world.ts'

let provider: FaultProvider
let world: World
let browser: Browser

async function status(path: string, init?: RequestInit): Promise<number | undefined> {
  return (await world.web.handle(new Request(`${origin}${path}`, init)))?.status
}

function send(token: string): Promise<number | undefined> {
  const body = new URLSearchParams({ logout_token: token })
  return status('/auth/back-channel-logout', { method: 'POST', body })
}

async function backChannel(mutate?: Mutation): Promise<number | undefined> {
  return send(await provider.logoutToken(mutate))
}

function frontChannel(sid: string): Promise<number | undefined> {
  return status(`/auth/front-channel-logout?iss=https://id.example/&sid=${sid}`)
}

async function signIn(): Promise<Browser> {
  const own = new Browser(world.web)
  await own.signIn(provider)
  return own
}

async function signInAs(sid: string): Promise<Browser> {
  provider.sid = sid
  return signIn()
}

describe.each(['store', 'cookie'] as const)('logouts of sessions in the %s', (kept) => {
  beforeEach(async () => {
    provider = await FaultProvider.start()
    world = makeWorld(provider, { kept })
    browser = await signIn()
  })

  it('end the login that a front-channel notice names, and no other', async () => {
    const other = await signInAs('login-2')

    expect(await frontChannel('login-1')).toBe(200)

    expect([await browser.isSignedIn(), await other.isSignedIn()]).toEqual([false, true])
  })

  // Nothing in the notice is signed: else a stranger could refuse logins that are still to come.
  it('do not end a login that begins after a front-channel notice with its name', async () => {
    expect(await frontChannel('login-2')).toBe(200)

    expect(await (await signInAs('login-2')).isSignedIn()).toBe(true)
  })

  it.each([
    ['without its login', '?iss=https://id.example/'],
    ['of another issuer', '?iss=https://evil.example/&sid=login-1'],
    ['with two logins', '?iss=https://id.example/&sid=login-1&sid=login-2'],
  ])('refuse a front-channel notice %s', async (_, query) => {
    expect(await status(`/auth/front-channel-logout${query}`)).toBe(400)

    expect(await browser.isSignedIn()).toBe(true)
    expect(world.failures).toMatchObject([{ reason: 'logout_notice_invalid' }])
  })

  it('end one login of a customer when a token names both', async () => {
    const other = await signInAs('login-2')

    expect(await backChannel(({ claims }) => void (claims.sub = 'customer-1'))).toBe(200)

    expect([await browser.isSignedIn(), await other.isSignedIn()]).toEqual([true, false])
  })

  it('of a stranger with the same login name at another server end nothing', async () => {
    expect(await backChannel(({ claims }) => void (claims.iss = 'https://evil.example/'))).toBe(400)

    expect(await browser.isSignedIn()).toBe(true)
  })

  describe('without the name of their login', () => {
    beforeEach(async () => {
      provider.idToken = ({ claims }) => delete claims['sid']
      browser = await signIn()
    })

    it('end by the customer of a token that also names a login', async () => {
      expect(await backChannel(({ claims }) => void (claims.sub = 'customer-1'))).toBe(200)

      expect(await browser.isSignedIn()).toBe(false)
    })

    it.each([
      ['another customer', { sub: 'customer-2' }],
      ['no customer', {}],
    ])('stay after a token about %s', async (_, change) => {
      expect(await backChannel(({ claims }) => void Object.assign(claims, change))).toBe(200)

      expect(await browser.isSignedIn()).toBe(true)
    })

    it('stay when they began after the token was issued', async () => {
      const token = await provider.logoutToken(({ claims }) => void (claims.sub = 'customer-1'))
      world.advance(1)
      browser = await signIn()

      expect(await send(token)).toBe(200)

      expect(await browser.isSignedIn()).toBe(true)
    })
  })

  it.each([
    ['a back-channel token', () => backChannel()],
    [
      'a back-channel token about the customer',
      () =>
        backChannel(({ claims }) => {
          delete claims['sid']
          claims.sub = 'customer-1'
        }),
    ],
    ['a front-channel notice', () => frontChannel('login-1')],
    ['a sign-out', async () => (await browser.open('/auth/sign-out', { method: 'POST' })).status],
  ])('are remembered until the session would have ended: %s', async (_, logOut) => {
    const copy = new Browser(world.web, origin, new Map(browser.cookies))
    expect(await logOut()).toBeLessThan(400)

    world.advance(12 * 3600 - 1)
    await world.store.removeExpired(provider.now())

    expect(await copy.isSignedIn()).toBe(false)
  })

  it('end a session in its last hour by a front-channel notice', async () => {
    world.advance(12 * 3600 - 1)
    await world.store.removeExpired(provider.now())
    expect(await browser.isSignedIn()).toBe(true)

    expect(await frontChannel('login-1')).toBe(200)

    expect(await browser.isSignedIn()).toBe(false)
  })

  it('refuse a token the second time for as long as it is accepted', async () => {
    const token = await provider.logoutToken(
      ({ claims }) => void (claims.iat = provider.now() + 30),
    )
    expect(await send(token)).toBe(200)

    world.advance(180)
    await world.store.removeExpired(provider.now())

    expect(await send(token)).toBe(400)
    expect(world.failures).toMatchObject([{ kind: 'attack', reason: 'logout_token_replayed' }])
  })

  it('accept two servers with the same token id', async () => {
    const store = world.store
    await backChannel(({ claims }) => void (claims.jti = 'token-1'))
    const other = await FaultProvider.start()
    other.issuer = 'https://other.example/'
    world = makeWorld(other, { kept, store, relyingParty: { issuer: other.issuer } })

    expect(await send(await other.logoutToken(({ claims }) => void (claims.jti = 'token-1')))).toBe(
      200,
    )
  })

  // The identity server sends the token again when the first answer was not 200.
  it('accept the repeat of a token after the store has failed', async () => {
    const removeLogin = world.store.removeLogin.bind(world.store)
    world.store.removeLogin = () => Promise.reject(new Error('the store is away'))
    const token = await provider.logoutToken()
    await expect(send(token)).rejects.toThrow('the store is away')
    world.store.removeLogin = removeLogin

    expect(await send(token)).toBe(200)
    expect(await browser.isSignedIn()).toBe(false)
  })

  it('leave no row of a sign-in that was running', async () => {
    const added: string[] = []
    const add = world.store.add.bind(world.store)
    world.store.add = (row, now) => {
      added.push(row.key)
      return add(row, now)
    }
    const late = new Browser(world.web)
    const callback = provider.authorize(await late.startSignIn())
    expect(await backChannel()).toBe(200)

    await late.open(callback)

    const [key = ''] = added
    expect(added).toHaveLength(1)
    expect(await world.store.find(key, provider.now())).toBeUndefined()
    expect(world.failures).toMatchObject([{ reason: 'session_ended' }])
  })

  it('tell the store which session was replaced and which was signed out', async () => {
    const removed: (string | undefined)[] = []
    const remove = world.store.remove.bind(world.store)
    world.store.remove = (key, because) => {
      removed.push(because)
      return remove(key, because)
    }

    await browser.signIn(provider)
    await browser.open('/auth/sign-out', { method: 'POST' })

    expect(removed).toEqual(['replaced', undefined])
  })
})
