import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../test/fault-provider.ts'
import { Browser, makeWorld, origin, type World } from '../../test/world.ts'
import { SignOnError } from '../index.ts'
import type { SignOnWebOptions } from '../web.ts'

let provider: FaultProvider
let world: World
let browser: Browser

function open(web: Partial<SignOnWebOptions> = {}): void {
  world = makeWorld(provider, { web })
  browser = new Browser(world.web)
}

beforeEach(async () => {
  provider = await FaultProvider.start()
  open()
})

const privacy = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

describe('the addresses to register', () => {
  it('are under the base path', () => {
    open({ basePath: '/account' })

    expect(world.web.addresses).toEqual({
      redirectUri: 'https://shop.example/account/callback',
      postLogoutRedirectUri: 'https://shop.example/account/signed-out',
      frontChannelLogoutUri: 'https://shop.example/account/front-channel-logout',
      backChannelLogoutUri: 'https://shop.example/account/back-channel-logout',
    })
    expect(world.web.signInPath()).toBe('/account/sign-in')
    expect(world.web.signInPath('/a?b=c&d')).toBe('/account/sign-in?return_to=%2Fa%3Fb%3Dc%26d')
  })

  it.each(['http://127.0.0.1:8787', 'http://[::1]:8787', 'http://localhost'])(
    'may be at %s',
    (own) => {
      open({ origin: own })

      expect(world.web.addresses.redirectUri).toBe(`${own}/auth/callback`)
    },
  )

  it.each(['http://shop.example', 'ftp://localhost', 'http://localhost.evil.example'])(
    'may not be at %s',
    (own) => {
      expect(() => open({ origin: own })).toThrow('origin must be https')
    },
  )
})

describe('a route', () => {
  it.each([
    ['/auth/sign-in', 'POST', 'GET'],
    ['/auth/callback', 'POST', 'GET'],
    ['/auth/sign-out', 'GET', 'POST'],
    ['/auth/signed-out', 'POST', 'GET'],
    ['/auth/back-channel-logout', 'GET', 'POST'],
    ['/auth/front-channel-logout', 'POST', 'GET'],
  ])('%s does not take %s, but %s', async (path, method, allowed) => {
    const answer = await browser.open(path, { method })

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
  })

  it.each(['/', '/authsign-in', '/other/auth/sign-in', '/home/sign-in', '/auth', '/sign-in'])(
    'is not at %s',
    async (path) => {
      expect(await world.web.handle(browser.request(path))).toBeUndefined()
    },
  )
})

describe('the start of a sign-in', () => {
  it('asks for the scopes of the application', async () => {
    open({ scope: 'openid email' })

    const url = new URL(await browser.startSignIn())

    expect(url.searchParams.get('scope')).toBe('openid email')
    expect(url.searchParams.has('login_hint')).toBe(false)
  })

  it.each([
    ['?iss=https://id.example', 303],
    ['?iss=https://id.example/', 303],
    ['?iss=https://evil.example/', 400],
    ['?iss=', 400],
  ])('that another site wants with %s is answered with %i', async (query, status) => {
    const answer = await browser.open(`/auth/sign-in${query}`)

    expect(answer.status).toBe(status)
    expect(browser.cookies.size).toBe(status === 303 ? 1 : 0)
    expect(world.failures.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(
      status === 303 ? [] : ['attack request_forged'],
    )
  })

  it('leads to the page of the application before the one of the other site', async () => {
    const answer = await browser.signIn(provider, '?return_to=/one&target_link_uri=/two')

    expect(answer.headers.get('location')).toBe('/one')
  })

  it('leads to the home path when no page was named', async () => {
    open({ homePath: '/start' })
    const callback = provider.authorize(await browser.startSignIn())

    const first = await browser.open(callback)
    const again = await browser.open(callback)

    expect([first, again].map(({ headers }) => headers.get('location'))).toEqual([
      '/start',
      '/start',
    ])
  })

  it('removes the oldest of six pending sign-ins, whatever the order of the cookies', async () => {
    const started: string[] = []
    // The third time ends with the last digit in which the cookies write it.
    world.advance((36 + 33 - (provider.now() % 36)) % 36)
    for (let more = 0; more < 5; more += 1) {
      started.push(await browser.startSignIn(`?return_to=/${more}`))
      world.advance(1)
    }
    const cookies = [...browser.cookies]
    const shuffled = [cookies[2], cookies[0], cookies[4], cookies[1], cookies[3]]
    const again = new Browser(world.web, origin, new Map([['other', '0~x']]))
    for (const cookie of shuffled) if (cookie) again.cookies.set(...cookie)
    started.push(await again.startSignIn('?return_to=/5'))

    const places: (string | null)[] = []
    for (const url of started) {
      places.push((await again.open(provider.authorize(url))).headers.get('location'))
    }

    // The first one has no sign-in any more, and the browser was not signed in then.
    expect(places).toEqual([null, '/1', '/2', '/3', '/4', '/5'])
    expect([...again.cookies.keys()]).toEqual(['other', '__Host-session'])
  })

  it('keeps its cookie for half an hour', async () => {
    const answer = await browser.open('/auth/sign-in')

    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-signin\.[\w-]{22}=[^;]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
  })
})

describe('a callback', () => {
  it('tells the application who has signed in, with the request', async () => {
    const told: unknown[] = []
    open({ onSignedIn: (signedIn, { url }) => void told.push([signedIn, url]) })
    const callback = provider.authorize(await browser.startSignIn('?return_to=/cart'))

    await browser.open(callback)

    expect(told).toEqual([
      [
        {
          tokens: expect.objectContaining({ scope: 'openid offline profile' }),
          identity: expect.objectContaining({ subject: 'customer-1' }),
          returnTo: '/cart',
        },
        callback,
      ],
    ])
  })

  it('that comes again waits ten seconds for the first one', async () => {
    const waitedMs: number[] = []
    const { ports } = world.options.relyingParty
    const wait = async (milliseconds: number) => void waitedMs.push(milliseconds)
    world = makeWorld(provider, {
      relyingParty: { ports: { ...ports, wait } },
      web: { onSignedIn: () => Promise.reject(new SignOnError('server_unavailable')) },
    })
    browser = new Browser(world.web)
    const callback = provider.authorize(await browser.startSignIn('?return_to=/cart'))
    const again = browser.request(callback)
    await browser.open(callback)

    const answer = await browser.send(again)

    expect(answer.status).toBe(503)
    expect(world.failures.map(({ reason }) => reason)).toEqual([
      'server_unavailable',
      'sign_in_in_progress',
    ])
    expect(waitedMs).toEqual(Array.from({ length: 100 }, () => 100))
  })

  it('that fails ends its sign-in, and leads to the page that was requested', async () => {
    const started = new URL(await browser.startSignIn('?return_to=/cart'))
    const [name = ''] = browser.cookies.keys()
    const state = started.searchParams.get('state')

    const answer = await browser.open(`/auth/callback?error=access_denied&state=${state}`)

    expect(answer.status).toBe(401)
    expect(answer.headers.getSetCookie()).toEqual([
      `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`,
    ])
    expect(await answer.text()).toContain('href="/auth/sign-in?return_to=%2Fcart"')
  })

  it('without a state is no sign-in', async () => {
    await browser.startSignIn()

    const answer = await browser.open('/auth/callback?code=made-up')

    expect(answer.status).toBe(401)
    expect(world.failures).toMatchObject([{ reason: 'transaction_missing' }])
    expect(provider.count('/oauth2/token')).toBe(0)
  })

  // A proxy may end TLS and pass the request on under another host.
  it('is exchanged for the registered address, whatever the host of its request', async () => {
    const callback = new URL(provider.authorize(await browser.startSignIn()))
    callback.host = 'internal.example'

    expect((await browser.open(callback.href)).status).toBe(303)
  })
})

describe('the end of a sign-out', () => {
  async function signOut(): Promise<URL> {
    await browser.signIn(provider)
    const answer = await browser.open('/auth/sign-out', { method: 'POST', headers: { origin } })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=; Max-Age=0; /),
      expect.stringMatching(/^__Host-signout=one\.[\w-]+; Max-Age=600; /),
    ])
    return new URL(answer.headers.get('location') ?? '')
  }

  it('leads to the home path and removes its cookie', async () => {
    open({ homePath: '/start' })
    const { searchParams } = await signOut()
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/auth/signed-out`)

    const back = await browser.open(`/auth/signed-out?state=${searchParams.get('state')}`)

    expect([back.status, back.headers.get('location')]).toEqual([303, '/start'])
    expect(back.headers.getSetCookie()).toEqual([
      '__Host-signout=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    ])
  })

  it('refuses another state, and one that another key has sealed', async () => {
    const { searchParams } = await signOut()
    expect((await browser.open('/auth/signed-out?state=another')).status).toBe(400)

    browser.cookies.set('__Host-signout', 'one.AAAA')
    const forged = await browser.open(`/auth/signed-out?state=${searchParams.get('state')}`)

    expect(forged.status).toBe(400)
    expect(world.failures.map(({ reason }) => reason)).toEqual([
      'sign_out_state_mismatch',
      'sign_out_state_mismatch',
    ])
  })

  it('is here when nobody is signed in', async () => {
    open({ homePath: '/start' })

    const answer = await browser.open('/auth/sign-out', { method: 'POST' })

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/start'])
    expect(provider.received).toEqual([])
  })

  it('is here when the identity server has none', async () => {
    provider.document = (document) => delete document['end_session_endpoint']
    open({ homePath: '/start' })
    await browser.signIn(provider)

    const answer = await browser.open('/auth/sign-out', { method: 'POST' })

    expect(answer.headers.get('location')).toBe('/start')
    expect(await browser.isSignedIn()).toBe(false)
    expect(browser.cookies.size).toBe(0)
    expect(world.failures).toMatchObject([{ reason: 'endpoint_missing' }])
  })

  it.each([
    [{}, 303],
    [{ origin }, 303],
    [{ origin: 'https://evil.example' }, 400],
    [{ 'sec-fetch-site': 'none' }, 303],
    [{ 'sec-fetch-site': 'same-origin' }, 303],
    [{ 'sec-fetch-site': 'same-site' }, 400],
    [{ 'sec-fetch-site': 'cross-site', origin }, 400],
  ])('that a page asks for with %j is answered with %i', async (headers, status) => {
    await browser.signIn(provider)
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, value])

    const answer = await browser.open('/auth/sign-out', { method: 'POST', headers: given })

    expect(answer.status).toBe(status)
    expect(world.failures.map(({ reason }) => reason)).toEqual(
      status === 303 ? [] : ['request_forged'],
    )
  })
})

describe('an answer', () => {
  it.each([
    ['timed_out', 503, 'Please try again.'],
    ['login_required', 401, 'Please sign in again.'],
    ['endpoint_missing', 500, 'Please tell the shop.'],
    ['state_mismatch', 400, 'Please sign in again.'],
  ] as const)('to %s is a page with the status %i', async (reason, status, advice) => {
    const answer = await world.web.fail(new SignOnError(reason), browser.request('/orders?a=1'))

    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toEqual({
      ...privacy,
      'content-type': 'text/html;charset=UTF-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    const page = await answer.text()
    expect(page).toContain(
      `${advice} <a href="/auth/sign-in?return_to=%2Forders%3Fa%3D1">Sign in</a>`,
    )
    const [, title] = /<title>(.+)<\/title>/.exec(page) ?? []
    expect(page).toContain(`<h1>${title}</h1>`)
  })

  async function linkAfter(path: string, method: string): Promise<string | undefined> {
    const failure = new SignOnError('session_ended')
    const answer = await world.web.fail(failure, browser.request(path, { method }))
    return /href="([^"]*)"/.exec(await answer.text())?.[1]
  }

  it.each([
    ['/auth/sign-in?return_to=/cart', 'GET', '/auth/sign-in?return_to=%2Fcart'],
    ['/auth/sign-in?target_link_uri=/cart', 'GET', '/auth/sign-in?return_to=%2Fcart'],
    ['/auth/sign-in', 'GET', '/auth/sign-in'],
    ['/auth/callback?code=secret', 'GET', '/auth/sign-in'],
    ['/authors', 'GET', '/auth/sign-in?return_to=%2Fauthors'],
    // What was posted cannot be repeated by opening its address.
    ['/orders', 'POST', '/auth/sign-in'],
  ])('to a failure of %s by %s leads to %s', async (path, method, link) => {
    expect(await linkAfter(path, method)).toBe(link)
  })

  it('of the application replaces the page', async () => {
    const seen: unknown[] = []
    open({
      onFailure: ({ reason }, { url }, signInPath) => {
        seen.push([reason, url, signInPath])
        return new Response('own', { status: 418 })
      },
    })

    const answer = await world.web.fail(
      new SignOnError('session_ended'),
      browser.request('/orders'),
    )

    expect([answer.status, await answer.text()]).toEqual([418, 'own'])
    expect(seen).toEqual([
      ['session_ended', `${origin}/orders`, '/auth/sign-in?return_to=%2Forders'],
    ])
  })

  it('is none to a failure of the program', async () => {
    const failure = new Error('not about sign-on')

    await expect(world.web.fail(failure, browser.request('/'))).rejects.toBe(failure)
  })

  it('to a logout notice has no details', async () => {
    const refused = await browser.open('/auth/front-channel-logout')
    const token = new URLSearchParams({ logout_token: await provider.logoutToken() })
    const obeyed = await browser.open('/auth/back-channel-logout', { method: 'POST', body: token })

    for (const answer of [refused, obeyed]) {
      expect(Object.fromEntries(answer.headers)).toEqual({
        ...privacy,
        'content-type': 'text/plain;charset=UTF-8',
      })
      expect(await answer.text()).toBe('')
    }
    expect([refused.status, obeyed.status]).toEqual([400, 200])
  })

  it('to a front-channel notice is a page that only the identity server may frame', async () => {
    const answer = await browser.open(
      '/auth/front-channel-logout?iss=https://id.example/&sid=login-1',
    )

    expect(Object.fromEntries(answer.headers)).toEqual({
      ...privacy,
      'content-type': 'text/html;charset=UTF-8',
      'content-security-policy': "default-src 'none'; frame-ancestors https://id.example",
    })
    expect(await answer.text()).toBe('<!doctype html><title>Signed out</title>')
  })
})

describe('the session of a request', () => {
  it.each([
    ['refresh_refused', 400, 'invalid_grant', 1],
    ['server_unavailable', 503, 'server_error', 0],
    ['client_refused', 401, 'invalid_client', 0],
  ])('after %s (%i %s) removes %i cookies', async (reason, status, error, removed) => {
    await browser.signIn(provider)
    world.advance(3_600)
    provider.intercept = ({ url }) =>
      url.pathname === '/oauth2/token' ? Response.json({ error }, { status }) : undefined
    const opened = await browser.who()

    await expect(opened.accessToken()).rejects.toMatchObject({ reason })

    expect(await opened.cookies()).toHaveLength(removed)
    expect(opened.session() === undefined).toBe(removed === 1)
    expect(opened.identity === undefined).toBe(removed === 1)
  })

  it.each(['store', 'cookie'] as const)('in the %s keeps its cookie', async (kept) => {
    const { web } = makeWorld(provider, { kept })
    const own = new Browser(web)
    await own.signIn(provider)
    const opened = await own.who()
    await opened.accessToken()

    expect(opened.identity).toBeDefined()
    expect(await opened.cookies()).toEqual([])
  })

  it('keeps its cookie when its tokens were renewed in the store', async () => {
    await browser.signIn(provider)
    world.advance(3_600)
    const opened = await browser.who()
    await opened.accessToken()

    expect(await opened.cookies()).toEqual([])
    expect(opened.session()?.version).toBe(2)
  })

  it('of somebody who is not signed in has no access token and changes no cookie', async () => {
    const opened = await browser.who()

    await expect(opened.accessToken()).rejects.toMatchObject({ reason: 'session_ended' })
    expect(await opened.cookies()).toEqual([])
    expect(opened.session()).toBeUndefined()
  })
})
