import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../test/fault-provider.ts'
import { Browser, makeWorld, type World } from '../test/world.ts'

let provider: FaultProvider
let world: World

beforeEach(async () => {
  provider = await FaultProvider.start()
  world = makeWorld(provider)
})

describe.each(['store', 'cookie'] as const)('sign-in with sessions in the %s', (kept) => {
  // Specification: 1.30, 4.1.14, 5.5.3
  it('signs in with one request to the token endpoint', async () => {
    world = makeWorld(provider, { kept })
    const browser = new Browser(world.web)
    await browser.signIn(provider)
    const before = provider.received.length

    const response = await new Browser(world.web).signIn(provider, '?return_to=/cart?step=2')

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/cart?step=2')
    expect(provider.received.slice(before).map(({ url }) => url.pathname)).toEqual([
      '/oauth2/token',
    ])
    expect((await browser.who()).identity).toMatchObject({ subject: 'customer-1', sid: 'login-1' })
  })

  it('lets two tabs sign in at the same time', async () => {
    world = makeWorld(provider, { kept })
    const browser = new Browser(world.web)

    const first = await browser.startSignIn('?return_to=/one')
    const second = await browser.startSignIn('?return_to=/two')
    const secondAnswer = await browser.open(provider.authorize(second))
    const firstAnswer = await browser.open(provider.authorize(first))

    expect(secondAnswer.headers.get('location')).toBe('/two')
    expect(firstAnswer.headers.get('location')).toBe('/one')
    expect(await browser.isSignedIn()).toBe(true)
  })

  it('exchanges the code once when the callback comes twice at the same time', async () => {
    world = makeWorld(provider, { kept })
    const browser = new Browser(world.web)
    const callback = provider.authorize(await browser.startSignIn('?return_to=/cart'))
    const twice = [browser.request(callback), browser.request(callback)]

    const answers = await Promise.all(twice.map((request) => browser.send(request)))

    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(['/cart', '/cart'])
    expect(provider.count('/oauth2/token')).toBe(1)
    expect(await browser.isSignedIn()).toBe(true)
  })

  it('redirects to the start page when the callback is loaded again', async () => {
    world = makeWorld(provider, { kept })
    const browser = new Browser(world.web)
    const callback = provider.authorize(await browser.startSignIn())
    await browser.open(callback)

    const again = await browser.open(callback)

    expect(again.headers.get('location')).toBe('/')
    expect(provider.count('/oauth2/token')).toBe(1)
  })
})

describe('sign-in', () => {
  it('uses PKCE, state and nonce, and keeps their secrets out of the address', async () => {
    const browser = new Browser(world.web)

    const url = new URL(await browser.startSignIn())

    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid offline profile',
      redirect_uri: 'https://shop.example/auth/callback',
    })
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
    const [[name, value] = ['', '']] = [...browser.cookies]
    expect(name).toMatch(/^__Host-signin\./)
    expect(`${name}${value}`).not.toContain(url.searchParams.get('state'))
  })

  it.each(['store', 'cookie'] as const)(
    'requests the acr and the login age of the application, and returns what was proven (sessions in the %s)',
    async (kept) => {
      const demands = (request: Request) => ({
        acrValues: 'two-factors',
        ...(request.url.includes('fresh') && { maxLoginAgeSeconds: 900 }),
      })
      world = makeWorld(provider, { kept, web: { demands } })
      provider.idToken = ({ claims }) => {
        claims['acr'] = 'two-factors'
        claims['amr'] = ['pwd', 'otp', 7]
        claims['auth_time'] = provider.now()
      }
      const browser = new Browser(world.web)
      const plain = new URL(await browser.startSignIn())
      const fresh = await browser.startSignIn('?fresh=1')
      await browser.open(provider.authorize(fresh))

      expect(
        [plain, new URL(fresh)].map(({ searchParams }) => searchParams.get('max_age')),
      ).toEqual([null, '900'])
      expect(plain.searchParams.get('acr_values')).toBe('two-factors')
      expect((await browser.who()).identity).toMatchObject({
        acr: 'two-factors',
        amr: ['pwd', 'otp'],
      })
    },
  )

  it.each([Number.NaN, -1, 0.5, '900' as never])(
    'refuses a maximum login age of %o seconds',
    async (maxLoginAgeSeconds) => {
      world = makeWorld(provider, { web: { demands: () => ({ maxLoginAgeSeconds }) } })

      await expect(new Browser(world.web).startSignIn()).rejects.toThrow(
        'maxLoginAgeSeconds must be a whole number from 0',
      )
    },
  )

  it.each([
    [{ basePath: 'auth' }, 'basePath must be a path'],
    [{ basePath: '/auth/' }, 'basePath must be a path'],
    [{ basePath: '/' }, 'basePath must be a path'],
    [{ basePath: '//evil.example' }, 'basePath must be a path'],
    [{ basePath: '/a?b' }, 'basePath must be a path'],
    [{ basePath: '/a/../b' }, 'basePath must be a path'],
    [{ origin: 'https://shop.example/app' }, 'origin must be scheme, host and port only'],
    [{ origin: 'https://user@shop.example' }, 'origin must be scheme, host and port only'],
    [{ origin: 'shop.example' }, 'origin must be an address'],
  ])('refuses the addresses %o', (web, says) => {
    expect(() => makeWorld(provider, { web })).toThrow(says)
  })

  it.each(['', '/auth', '/a/b'])('has its routes at "%s"', async (basePath) => {
    world = makeWorld(provider, { web: { basePath } })
    const answer = await world.web.handle(new Request(`https://shop.example${basePath}/sign-in`))

    expect(world.web.addresses.redirectUri).toBe(`https://shop.example${basePath}/callback`)
    expect(answer?.status).toBe(303)
  })

  it('requires a new sign-in when the last one is older than the maximum login age', async () => {
    world = makeWorld(provider, { web: { demands: () => ({ maxLoginAgeSeconds: 900 }) } })
    provider.idToken = ({ claims }) => {
      claims['auth_time'] = provider.now() - 931
    }

    const answer = await new Browser(world.web).signIn(provider)

    expect(answer.status).toBe(401)
    expect(world.failures).toMatchObject([{ kind: 'reauthenticate', reason: 'login_too_old' }])
  })

  it.each([
    ['in milliseconds', (seconds: number) => seconds * 1_000],
    ['that is yet to come', (seconds: number) => seconds + 3_600],
  ])('refuses a login with an auth_time %s', async (_how, timeOf) => {
    world = makeWorld(provider, { web: { demands: () => ({ maxLoginAgeSeconds: 900 }) } })
    provider.idToken = ({ claims }) => {
      claims['auth_time'] = timeOf(provider.now())
    }
    const browser = new Browser(world.web)

    const answer = await browser.signIn(provider)

    expect(answer.status).toBe(500)
    expect(await browser.isSignedIn()).toBe(false)
    expect(world.failures).toMatchObject([{ reason: 'id_token_out_of_date', subject: 'auth_time' }])
  })

  it('keeps the newest five pending sign-ins of a browser', async () => {
    const browser = new Browser(world.web)
    const first = await browser.startSignIn()
    for (let more = 0; more < 5; more += 1) {
      world.advance(1)
      await browser.startSignIn()
    }

    const answer = await browser.open(provider.authorize(first))

    expect(browser.cookies.size).toBe(5)
    expect(answer.status).toBe(401)
    expect(world.failures).toMatchObject([{ reason: 'transaction_missing' }])
  })

  it('refuses a callback in another browser', async () => {
    const callback = provider.authorize(await new Browser(world.web).startSignIn())

    const answer = await new Browser(world.web).open(callback)

    expect(answer.status).toBe(401)
    expect(provider.count('/oauth2/token')).toBe(0)
  })

  it('refuses a sign-in that took longer than half an hour', async () => {
    const browser = new Browser(world.web)
    const callback = provider.authorize(await browser.startSignIn())
    world.advance(1801)

    await browser.open(callback)

    expect(world.failures).toMatchObject([{ reason: 'transaction_expired' }])
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'https://shop.example//evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'https://shop.example@evil.example/',
  ])('does not redirect to %j afterwards', async (target) => {
    const answer = await new Browser(world.web).signIn(
      provider,
      `?return_to=${encodeURIComponent(target)}`,
    )

    expect(answer.headers.get('location')).toBe('/')
  })

  it('signs in also when the return path is too long for a cookie', async () => {
    const target = `/tìm-kiếm?q=${'ế'.repeat(400)}`

    const answer = await new Browser(world.web).signIn(
      provider,
      `?return_to=${encodeURIComponent(target)}`,
    )

    expect(answer.headers.get('location')).toBe('/')
  })

  it.each([
    ['https://id.example', 'https://id.example/'],
    ['https://id.example/', 'https://id.example/'],
    ['https://id.example', 'https://id.example'],
    ['https://id.example/', 'https://id.example'],
  ])('accepts the issuer %s for %s', async (issuer, stated) => {
    provider.issuer = stated
    world = makeWorld(provider, { relyingParty: { issuer } })

    const answer = await new Browser(world.web).signIn(provider)

    expect(answer.status).toBe(303)
  })

  it('accepts a trailing slash by which id_token and discovery document differ', async () => {
    provider.idToken = ({ claims }) => {
      claims.iss = 'https://id.example'
    }

    const answer = await new Browser(world.web).signIn(provider)

    expect(answer.status).toBe(303)
  })

  it.each([
    [28, 303],
    [32, 500],
  ])('with an id_token that expired %i seconds ago answers %i', async (seconds, status) => {
    provider.idToken = ({ claims }) => {
      claims.exp = provider.now() - seconds
    }

    const answer = await new Browser(world.web).signIn(provider)

    expect(answer.status).toBe(status)
  })

  it('marks the callback as private and its cookies as host-only', async () => {
    const answer = await new Browser(world.web).signIn(provider)

    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.getSetCookie().at(-1)).toMatch(
      /^__Host-session=1~[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  it('uses plain cookies on localhost only', async () => {
    const { web } = makeWorld(provider, { web: { origin: 'http://localhost:8787' } })

    const answer = await web.handle(new Request('http://localhost:8787/auth/sign-in'))

    expect(answer?.headers.getSetCookie()[0]).toMatch(/^8787-signin\.[^;]+(?!.*Secure)/)
    expect(() => makeWorld(provider, { web: { origin: 'http://shop.example' } })).toThrow(TypeError)
  })

  it('creates no session when the account cannot be created', async () => {
    const onSignedIn = () => Promise.reject(new Error('no account'))
    world = makeWorld(provider, { web: { onSignedIn } })
    const browser = new Browser(world.web)
    const callback = provider.authorize(await browser.startSignIn())

    await expect(browser.open(callback)).rejects.toThrow('no account')
    const again = await browser.open(callback)

    expect(again.status).toBe(503)
    expect(await browser.isSignedIn()).toBe(false)
    expect(provider.count('/oauth2/token')).toBe(1)
  })

  it('has no secret in the message of any failure', async () => {
    provider.tokenResponse = (body) => {
      body['id_token'] = `${String(body['id_token'])}x`
    }

    const answer = await new Browser(world.web).signIn(provider)

    const said = JSON.stringify(world.failures) + String(world.failures[0]) + (await answer.text())
    expect(world.failures).toHaveLength(1)
    expect(said).not.toMatch(/access-|refresh-|code-\d|eyJ/)
  })
})
