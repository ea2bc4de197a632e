import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionStore } from '../src/session.ts'
import { FaultProvider } from './fault-provider.ts'
import { Browser, makeWorld, origin, type World } from './world.ts'

/** The contract of sessions over any store, kept in the store or in a cookie. */
export function describeSessions(name: string, make: () => SessionStore): void {
  describe(`a session over ${name} that is not used`, () => {
    async function signedIn(idleSeconds: number) {
      const provider = await FaultProvider.start()
      const world = makeWorld(provider, { store: make(), idleSeconds })
      const browser = new Browser(world.web)
      await browser.signIn(provider)
      return { world, browser }
    }

    it('ends after the idle time', async () => {
      const { world, browser } = await signedIn(1_200)

      world.advance(1_199)
      expect(await browser.isSignedIn()).toBe(true)
      world.advance(1_200)
      expect(await browser.isSignedIn()).toBe(false)
    })

    it('continues while it is used, also across token renewals, until its maximum lifetime', async () => {
      const { world, browser } = await signedIn(1_200)

      for (let seconds = 0; seconds < 12 * 3600 - 1_100; seconds += 1_100) {
        world.advance(1_100)
        expect(await browser.accessToken()).toMatch(/^access-/)
      }
      world.advance(1_100)

      expect(await browser.isSignedIn()).toBe(false)
    })

    it('is not written with each request', async () => {
      const { world, browser } = await signedIn(1_200)
      let writes = 0
      const extend = world.store.extend.bind(world.store)
      world.store.extend = (key, times) => {
        writes += 1
        return extend(key, times)
      }

      for (let seconds = 0; seconds < 600; seconds += 10) {
        world.advance(10)
        await browser.isSignedIn()
      }

      expect(writes).toBeGreaterThan(2)
      expect(writes).toBeLessThan(7)
    })
  })

  describe.each(['store', 'cookie'] as const)(`sessions over ${name}, kept in the %s`, (kept) => {
    let provider: FaultProvider
    let world: World
    let browser: Browser

    beforeEach(async () => {
      provider = await FaultProvider.start()
      world = makeWorld(provider, { kept, store: make() })
      browser = new Browser(world.web)
      await browser.signIn(provider)
    })

    const tokenRequests = (): number => provider.count('/oauth2/token') - 1

    async function backChannel(token: string): Promise<number | undefined> {
      const body = new URLSearchParams({ logout_token: token })
      const address = `${origin}/auth/back-channel-logout`
      const answer = await world.web.handle(new Request(address, { method: 'POST', body }))
      return answer?.status
    }

    it('need no network for a known session', async () => {
      const before = provider.received.length

      expect(await browser.isSignedIn()).toBe(true)
      expect(await browser.accessToken()).toMatch(/^access-/)
      expect(provider.received).toHaveLength(before)
    })

    it('ends twelve hours after the sign-in', async () => {
      world.advance(12 * 3600 - 1)
      expect(await browser.isSignedIn()).toBe(true)

      world.advance(1)
      expect(await browser.isSignedIn()).toBe(false)
    })

    it('renews with one request, however many ask at once', async () => {
      world.advance(3600)
      const requests = await Promise.all(Array.from({ length: 50 }, () => browser.who()))

      const tokens = await Promise.all(requests.map((opened) => opened.accessToken()))

      expect(tokenRequests()).toBe(1)
      expect(new Set(tokens).size).toBe(1)
      for (const opened of requests) browser.take(await opened.cookies())
      expect(await browser.accessToken()).toBe(tokens[0])
      expect(tokenRequests()).toBe(1)
    })

    it('renews again and again with the rotated refresh token', async () => {
      const seen = new Set<string>()
      for (let hour = 1; hour <= 5; hour += 1) {
        world.advance(3600)
        seen.add(await browser.accessToken())
      }

      expect(seen.size).toBe(5)
      expect(tokenRequests()).toBe(5)
      const last = provider.received.findLast(({ url }) => url.pathname === '/oauth2/token')
      expect(last?.form.get('redirect_uri')).toBe(`${origin}/auth/callback`)
    })

    it('return the access token to its last second when there is no refresh token', async () => {
      provider = await FaultProvider.start()
      provider.tokenResponse = (body) => delete body['refresh_token']
      world = makeWorld(provider, { kept, store: make() })
      browser = new Browser(world.web)
      await browser.signIn(provider)

      world.advance(3599)
      expect(await browser.accessToken()).toMatch(/^access-/)
      world.advance(1)
      await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })
      expect(tokenRequests()).toBe(0)
    })

    it('return the renewed tokens to a request with the earlier cookie', async () => {
      world.advance(3600)
      const late = await browser.who()
      const renewed = await browser.accessToken()

      expect(await late.accessToken()).toBe(renewed)
      expect(tokenRequests()).toBe(1)
    })

    it('tries again after a failure of the network', async () => {
      world.advance(3600)
      provider.intercept = () => Promise.reject(new TypeError('connection lost'))
      await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'network_failed' })

      provider.intercept = () => undefined
      expect(await browser.accessToken()).toMatch(/^access-/)
      expect(await browser.isSignedIn()).toBe(true)
    })

    it.each(['invalid_grant', 'invalid_request', 'token_inactive'])(
      'ends when the server answers a refresh with %s',
      async (error) => {
        world.advance(3600)
        provider.intercept = ({ url }) =>
          url.pathname === '/oauth2/token' ? Response.json({ error }, { status: 400 }) : undefined

        const failure = { reason: 'refresh_refused', serverError: error }
        await expect(browser.accessToken()).rejects.toMatchObject(failure)
        expect(await browser.isSignedIn()).toBe(false)
        expect(browser.cookies.size).toBe(0)
      },
    )

    it('stays when the server is away', async () => {
      world.advance(3600)
      provider.intercept = () => new Response('down', { status: 503 })

      await expect(browser.accessToken()).rejects.toMatchObject({ kind: 'retryable' })
      expect(await browser.isSignedIn()).toBe(true)
    })

    it('use no refresh token while the keys to verify the answer cannot be fetched', async () => {
      const elsewhere = makeWorld(provider, { kept, store: world.store })
      const other = new Browser(elsewhere.web)
      for (const [cookie, value] of browser.cookies) other.cookies.set(cookie, value)
      world.advance(3600)
      provider.intercept = ({ url }) =>
        url.pathname === '/.well-known/jwks.json' ? new Response('', { status: 503 }) : undefined
      await expect(other.accessToken()).rejects.toMatchObject({ reason: 'server_unavailable' })

      provider.intercept = () => undefined
      expect(await other.accessToken()).toMatch(/^access-/)
      expect(tokenRequests()).toBe(1)
    })

    it('allow one renewal at a time, even when its requests take a minute each', async () => {
      const relyingParty = { timeoutMs: 60_000 }
      const slow = makeWorld(provider, { kept, store: world.store, relyingParty })
      const [first, second] = [new Browser(slow.web), new Browser(slow.web)]
      for (const [cookie, value] of browser.cookies) {
        first.cookies.set(cookie, value)
        second.cookies.set(cookie, value)
      }
      world.advance(3600)
      let meanwhile: unknown
      provider.intercept = async ({ url }) => {
        if (url.pathname !== '/oauth2/token') return undefined
        provider.intercept = () => undefined
        world.advance(200)
        meanwhile = await second.accessToken().catch((error: unknown) => error)
        return undefined
      }

      expect(await first.accessToken()).toMatch(/^access-/)
      expect(meanwhile).toMatchObject({ reason: 'refresh_in_progress' })
      expect(tokenRequests()).toBe(1)
    })

    it('end cleanly after a crash between the rotation and the save', async () => {
      world.advance(3600)
      const replace = world.store.replace.bind(world.store)
      world.store.replace = () => Promise.reject(new Error('the process died'))
      await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'session_not_saved' })
      world.store.replace = replace

      world.advance(41)
      await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'refresh_refused' })

      expect(tokenRequests()).toBe(2)
      expect(await browser.isSignedIn()).toBe(false)
    })

    it('are saved at the second attempt when the store fails once', async () => {
      world.advance(3600)
      const replace = world.store.replace.bind(world.store)
      world.store.replace = () => {
        world.store.replace = replace
        return Promise.reject(new Error('a hiccup'))
      }

      const token = await browser.accessToken()

      expect(await browser.accessToken()).toBe(token)
      expect(tokenRequests()).toBe(1)
    })

    it('end at once when the identity server says so', async () => {
      const other = new Browser(world.web)
      provider.sid = 'login-2'
      await other.signIn(provider)
      provider.sid = 'login-1'

      expect(await backChannel(await provider.logoutToken())).toBe(200)

      expect(await browser.isSignedIn()).toBe(false)
      expect(await other.isSignedIn()).toBe(true)
    })

    it('accept times with fractions of a second, which some servers send', async () => {
      provider.idToken = ({ claims }) => {
        for (const name of ['iat', 'auth_time', 'exp']) claims[name] = Number(claims[name]) + 0.25
      }
      const other = new Browser(world.web)
      await other.signIn(provider)
      expect((await other.who()).identity).toMatchObject({ issuedAt: provider.now() })
      const token = await provider.logoutToken(({ claims }) => {
        delete claims['sid']
        Object.assign(claims, { sub: 'customer-1', iat: provider.now() + 0.5 })
      })

      expect(await backChannel(token)).toBe(200)

      expect(await other.isSignedIn()).toBe(false)
    })

    it('refuse a logout token the second time', async () => {
      const token = await provider.logoutToken()

      expect(await backChannel(token)).toBe(200)
      expect(await backChannel(token)).toBe(400)
      expect(world.failures).toMatchObject([{ reason: 'logout_token_replayed' }])
    })

    it('ends all sessions of a customer when no login is named, but no later one', async () => {
      const token = await provider.logoutToken(({ claims }) => {
        delete claims['sid']
        claims.sub = 'customer-1'
      })
      const later = new Browser(world.web)
      provider.idToken = ({ claims }) => {
        claims.iat = (claims.iat ?? 0) + 1
      }
      await later.signIn(provider)

      expect(await backChannel(token)).toBe(200)

      expect(await browser.isSignedIn()).toBe(false)
      expect(await later.isSignedIn()).toBe(true)
    })

    it('are not renewed by a request that was running at their logout', async () => {
      world.advance(3600)
      const token = await provider.logoutToken()
      provider.intercept = async ({ url }) => {
        if (url.pathname === '/oauth2/token') {
          provider.intercept = () => undefined
          expect(await backChannel(token)).toBe(200)
        }
        return undefined
      }

      await expect(browser.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })
      expect(await browser.isSignedIn()).toBe(false)
      // The tokens that came too late do not outlive the session.
      expect(provider.received.at(-1)?.url.pathname).toBe('/oauth2/revoke')
    })

    it('are not renewed by a request that began before their logout', async () => {
      world.advance(3600)
      const opened = await browser.who()
      expect(await backChannel(await provider.logoutToken())).toBe(200)

      await expect(opened.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })
    })

    it('survive a renewal so slow that another request has renewed meanwhile', async () => {
      world.advance(3600)
      const other = await browser.who()
      let renewed = ''
      provider.intercept = async ({ url }) => {
        if (url.pathname !== '/oauth2/token') return undefined
        provider.intercept = () => undefined
        world.advance(41)
        renewed = await other.accessToken()
        return undefined
      }

      expect(await browser.accessToken()).toBe(renewed)
      expect(tokenRequests()).toBe(2)
      expect(await browser.isSignedIn()).toBe(true)
    })

    it('are not created by a sign-in that was running at the logout', async () => {
      provider.sid = 'login-3'
      const late = new Browser(world.web)
      const callback = provider.authorize(await late.startSignIn())
      expect(await backChannel(await provider.logoutToken())).toBe(200)

      await late.open(callback)

      expect(await late.isSignedIn()).toBe(false)
    })

    it('end when their browser signs in again, so that a copy of the cookie is useless', async () => {
      const copy = new Browser(world.web, origin, new Map(browser.cookies))
      const other = new Browser(world.web)
      await other.signIn(provider)
      world.advance(60)

      await browser.signIn(provider)

      expect(await browser.isSignedIn()).toBe(true)
      expect(await copy.isSignedIn()).toBe(false)
      expect(await other.isSignedIn()).toBe(true)
    })

    it('are not ended by a repeat of their own callback with the new cookie', async () => {
      const before = new Map(browser.cookies)
      const callback = provider.authorize(await browser.startSignIn())
      const transaction = [...browser.cookies].filter(([cookie]) => cookie.includes('signin.'))
      await browser.open(callback)
      for (const [cookie, value] of transaction) browser.cookies.set(cookie, value)

      const again = await browser.open(callback)

      expect(again.status).toBe(303)
      expect(await browser.isSignedIn()).toBe(true)
      expect(await new Browser(world.web, origin, before).isSignedIn()).toBe(false)
    })

    it('revokes, ends here, and sends the customer to the identity server', async () => {
      const stolen = new Map(browser.cookies)

      const answer = await browser.open('/auth/sign-out', {
        method: 'POST',
        headers: { origin, 'sec-fetch-site': 'same-origin' },
      })

      expect(provider.received.at(-1)?.url.pathname).toBe('/oauth2/revoke')
      expect(provider.received.at(-1)?.form.get('token')).toMatch(/^refresh-/)
      expect(answer.headers.get('location')).toMatch(
        /^https:\/\/id\.example\/oauth2\/sessions\/logout/,
      )
      expect(await browser.isSignedIn()).toBe(false)
      const thief = new Browser(world.web)
      for (const [cookie, value] of stolen) thief.cookies.set(cookie, value)
      expect(await thief.isSignedIn()).toBe(false)
    })

    it('redirect to the start page after the sign-out at the identity server when its cookie is gone', async () => {
      const answer = await browser.open('/auth/sign-out', { method: 'POST' })
      const sent = new URL(answer.headers.get('location') ?? '')
      browser.cookies.clear()

      const back = await browser.open(`/auth/signed-out?state=${sent.searchParams.get('state')}`)

      expect(back.status).toBe(303)
      expect(back.headers.get('location')).toBe('/')
      expect(world.failures).toEqual([])
    })

    it('ends here also when the identity server is away', async () => {
      provider.intercept = () => new Response('down', { status: 503 })

      await browser.open('/auth/sign-out', { method: 'POST' })

      expect(await browser.isSignedIn()).toBe(false)
      expect(world.failures).toMatchObject([{ reason: 'server_unavailable' }])
    })

    it.each([
      [{ origin: 'https://evil.example' }, true],
      [{ origin: 'null' }, true],
      [{ origin, 'sec-fetch-site': 'cross-site' }, true],
      [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
    ])(
      'stay open after a sign-out request with %j: %s',
      async (headers: Record<string, string>, stays) => {
        await browser.open('/auth/sign-out', { method: 'POST', headers })

        expect(await browser.isSignedIn()).toBe(stays)
      },
    )
  })
}
