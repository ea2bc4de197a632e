import { describe, expect, it } from 'vitest'
import { ask, deployed, send } from '../../test/deployed-bench.ts'
import { everyRoute, type SampleRoute } from '../../test/every-route.ts'
import { accessOf } from './access.ts'

const bearer = { authorization: `Bearer ${deployed.CONTROL_SECRET}` }
const day = 24 * 60 * 60 * 1000

async function logIn(secret: string = deployed.CONTROL_SECRET): Promise<string> {
  const answer = await send('/log-in', { secret, next: '/phone' })
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** Sends neither a form nor JSON, so that an accepted request creates no key and moves no money. */
function open({ method, path }: SampleRoute, headers: Record<string, string> = {}) {
  const body = method === 'GET' ? null : 'text'
  return ask(path, { method, body, headers: { origin: deployed.SANDBOX_URL, ...headers } })
}

describe('the hosts of a sandbox', () => {
  it.each([
    ['http://localhost', {}, 200],
    ['http://localhost:8790', {}, 200],
    ['http://127.0.0.1:8790', {}, 200],
    ['http://[::1]:8790', {}, 200],
    ['http://127.0.0.1.evil.example', {}, 421],
    ['http://evil.localhost', {}, 421],
    ['http://localhost.', {}, 421],
    ['http://127.0.0.2', {}, 421],
    ['http://192.168.0.7:8790', {}, 421],
    ['https://sandbox.example', {}, 421],
    ['http://localhost:8790', { SANDBOX_URL: 'http://localhost:8790' }, 200],
    ['http://127.0.0.1:8790', { SANDBOX_URL: 'http://localhost:8790' }, 200],
    ['http://localhost:8791', { SANDBOX_URL: 'http://localhost:8790' }, 421],
    ['http://localhost', { SANDBOX_URL: 'https://sandbox.example' }, 421],
    ['http://localhost:8790', { ALLOWED_HOSTS: 'box.test:1, 127.0.0.1:8790' }, 200],
    ['http://localhost:8791', { ALLOWED_HOSTS: 'box.test:1, 127.0.0.1:8790' }, 421],
    ['https://other.example', { ALLOWED_HOSTS: 'OTHER.example:443', ...deployed }, 200],
    ['https://other.example:444', { ALLOWED_HOSTS: 'other.example', ...deployed }, 421],
    ['https://sandbox.example', deployed, 200],
    ['https://evil.sandbox.example', deployed, 421],
  ])('%s under %j: %i', async (origin, variables, status) => {
    const answer = await ask('/control', { origin, variables, headers: bearer })

    expect(answer.status).toBe(status)
  })

  it('are also compared with the header Host', async () => {
    const under = (host: string) => ask('/control', { headers: { ...bearer, host } })

    expect((await under('evil.example')).status).toBe(421)
    expect((await under('sandbox.example:443')).status).toBe(200)
  })

  it('are refused with a reason and a remedy', async () => {
    const answer = await ask('/control', { origin: 'https://other.example' })

    expect(await answer.json()).toMatchObject({
      error: { reason: 'other_host', remedy: expect.stringContaining('ALLOWED_HOSTS') },
    })
  })
})

describe('the origins of a sandbox', () => {
  it.each([
    ['https://sandbox.example', 303],
    ['http://sandbox.example', 403],
    ['https://sandbox.example.evil.example', 403],
    ['null', 403],
  ])('a form of %s: %i', async (origin, status) => {
    const headers = { ...bearer, origin, 'content-type': 'application/x-www-form-urlencoded' }

    const answer = await ask('/sign-on/consents/forget', { method: 'POST', headers })

    expect(answer.status).toBe(status)
  })

  it('are not named in the answer to a program that calls an unknown path', async () => {
    const headers = { ...bearer, 'content-type': 'application/json' }

    const answer = await ask('/v1/orders/tqr', { method: 'POST', headers, body: '{}' })

    expect(answer.status).toBe(403)
    const text = await answer.text()
    expect(text).toContain('/merchant-integration/')
    expect(text).not.toContain('another origin')
  })

  it('include that of SANDBOX_URL behind a proxy that ends https', async () => {
    const headers = { ...bearer, origin: 'https://sandbox.example' }
    const origin = 'http://sandbox.example'

    const answer = await ask('/sign-on/consents/forget', { method: 'POST', headers, origin })

    expect(answer.status).toBe(303)
  })
})

describe('a sandbox on an origin of its own', () => {
  const guarded = everyRoute().filter(({ path }) => accessOf(path) !== 'open')
  const unguarded = everyRoute().filter(({ path }) => accessOf(path) === 'open')

  it('keeps every page and the control API closed while no secret is set', async () => {
    const { SANDBOX_URL } = deployed
    for (const { method, path } of guarded) {
      const headers = { origin: SANDBOX_URL }
      const answer = await ask(path, { method, headers, variables: { SANDBOX_URL } })

      expect([method, path, answer.status]).toEqual([method, path, 403])
    }
  })

  it('refuses a secret that can be guessed', async () => {
    const variables = { ...deployed, CONTROL_SECRET: 'fifteen-letters' }
    const headers = { authorization: 'Bearer fifteen-letters' }

    const answer = await ask('/control', { variables, headers })

    expect(await answer.json()).toMatchObject({ error: { reason: 'secret_too_short' } })
  })

  it.each([
    ['nothing', {}],
    ['another secret', { authorization: 'Bearer another-secret-here' }],
    ['no bearer', { authorization: deployed.CONTROL_SECRET }],
    ['an invented cookie', { cookie: `__Host-sandbox-session=9999999999.${'0'.repeat(64)}` }],
    ['a cookie without the prefix', { cookie: `sandbox-session=9999999999.${'0'.repeat(64)}` }],
  ])('opens no page and no control call for %s', async (_what, headers) => {
    for (const route of guarded) {
      const { status, headers: answered } = await open(route, headers)
      const leadsTo = answered.get('location') ?? ''

      const isPage = accessOf(route.path) === 'page' && route.method === 'GET'
      expect([route, status]).toEqual([route, isPage ? 303 : 401])
      if (isPage) expect(leadsTo).toBe(`/log-in?next=${encodeURIComponent(route.path)}`)
    }
  })

  it('redirects a form whose log-in has ended to the log-in, and back to its page', async () => {
    const headers = { accept: 'text/html,*/*', referer: `${deployed.SANDBOX_URL}/phone?lang=vi` }
    const answer = await send('/phone/unlink', { linkId: 'L' }, { headers })

    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `/log-in?next=${encodeURIComponent('/phone?lang=vi')}`,
    )
  })

  it('opens every page and the control API to a request with the secret as bearer token', async () => {
    for (const route of guarded) {
      const { status, headers } = await open(route, bearer)

      expect([route, [401, 403, 421].includes(status)]).toEqual([route, false])
      expect(headers.get('location') ?? '').not.toMatch(/^\/log-in/)
    }
  })

  it('needs no secret for the calls of merchants and clients, and for the public keys', async () => {
    for (const route of unguarded) {
      const { status, headers } = await open(route)

      expect([route, [403, 421].includes(status)]).toEqual([route, false])
      expect(headers.get('www-authenticate') ?? '').not.toContain('sandbox')
    }
    expect(unguarded.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/merchant-integration/v1/orders/tqr',
        '/oauth2/token',
        '/callback-key.pem',
        '/.well-known/jwks.json',
      ]),
    )
  })

  it('protects an unknown path like a page, however it is spelled', async () => {
    for (const path of ['/no-such-page', '/CONTROL', '/%63ontrol', '/merchant-integration']) {
      const answer = await ask(path)

      expect([path, [303, 401].includes(answer.status)]).toEqual([path, true])
    }
  })
})

describe('guessing the secret', () => {
  /** Lets an address try three times. */
  function threeTries() {
    const tried = new Map<string, number>()
    const limit = async ({ key }: { readonly key: string }) => {
      const count = (tried.get(key) ?? 0) + 1
      tried.set(key, count)
      return { success: count <= 3 }
    }
    return { ...deployed, LOG_IN_LIMIT: { limit } }
  }
  const from = (address: string) => ({ 'cf-connecting-ip': address })

  it('at the log-in is limited by address, and the right secret is then refused too', async () => {
    const variables = threeTries()
    const attempt = (secret: string, address: string) =>
      send('/log-in', { secret, next: '/' }, { variables, headers: from(address) })

    const statuses: number[] = []
    for (const secret of ['a', 'b', 'c', 'd']) {
      statuses.push((await attempt(secret, '192.0.2.1')).status)
    }
    const right = await attempt(deployed.CONTROL_SECRET, '192.0.2.1')
    const other = await attempt(deployed.CONTROL_SECRET, '192.0.2.2')

    expect(statuses).toEqual([401, 401, 401, 429])
    expect([right.status, right.headers.get('retry-after'), other.status]).toEqual([429, '60', 303])
    expect(right.headers.get('set-cookie')).toBeNull()
  })

  it.each(['/control', '/merchants'])('by bearer tokens is limited at %s', async (path) => {
    const variables = threeTries()
    const attempt = (authorization: string) =>
      ask(path, { variables, headers: { ...from('192.0.2.1'), authorization } })

    const statuses: number[] = []
    for (const guess of ['a', 'b', 'c', 'd']) {
      statuses.push((await attempt(`Bearer ${guess}`)).status)
    }
    const right = await attempt(bearer.authorization)

    expect(statuses.slice(0, 3)).not.toContain(429)
    expect(statuses[3]).toBe(429)
    expect(right.status).toBe(200)
  })
})

describe('the log-in', () => {
  it('remembers the language in a cookie of this host only', async () => {
    const answer = await ask('/log-in?lang=vi')

    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-lang=vi; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('opens the pages in this browser, and not the control API', async () => {
    const cookie = await logIn()

    const [phone, control] = [
      await ask('/phone', { headers: { cookie } }),
      await ask('/control', { headers: { cookie } }),
    ]

    expect(phone.status).toBe(200)
    expect(control.status).toBe(401)
  })

  it('sets a cookie of this host only, and redirects back', async () => {
    const answer = await send('/log-in', {
      secret: deployed.CONTROL_SECRET,
      next: '/pay/1?t=token',
    })

    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/pay/1?t=token')
    expect(cookie).toMatch(/^__Host-sandbox-session=\d+\.[0-9a-f]{64};/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=43200']) {
      expect(cookie).toContain(attribute)
    }
    expect(cookie).not.toMatch(/Domain/i)
    expect(cookie).not.toContain(deployed.CONTROL_SECRET)
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/.//evil.example/',
    'https://sandbox.example//evil.example/',
    'javascript:alert(1)',
    'http://sandbox.example/',
  ])('does not redirect to %s', async (next) => {
    const answer = await send('/log-in', { secret: deployed.CONTROL_SECRET, next })

    expect(answer.headers.get('location')).toBe('/')
  })

  it('works over http on this machine, with a cookie that is not limited to https', async () => {
    const { CONTROL_SECRET } = deployed
    const place = { variables: { CONTROL_SECRET }, origin: 'http://localhost:8790' }

    const answer = await send('/log-in', { secret: CONTROL_SECRET, next: '/phone' }, place)

    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const phone = await ask('/phone', { ...place, headers: { cookie } })
    expect(cookie).toMatch(/^sandbox-session=/)
    expect(answer.headers.get('set-cookie')).not.toContain('Secure')
    expect(phone.status).toBe(200)
  })

  it('lasts twelve hours', async () => {
    const headers = { cookie: await logIn() }

    const before = await ask('/phone', { headers, laterMs: day / 2 - 60_000 })
    const after = await ask('/phone', { headers, laterMs: day / 2 + 1000 })

    expect(before.status).toBe(200)
    expect(after.status).toBe(303)
  })

  it('ends when the secret changes', async () => {
    const headers = { cookie: await logIn() }
    const variables = { ...deployed, CONTROL_SECRET: 'the-secret-after-it' }

    expect((await ask('/phone', { headers, variables })).status).toBe(303)
  })

  it('ends in this browser at the log-out', async () => {
    const answer = await send('/log-out', {}, { headers: { cookie: await logIn() } })

    const home = await ask('/', { headers: bearer })

    expect(await home.text()).toContain('action="/log-out"')
    expect(answer.headers.get('location')).toBe('/log-in')
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-sandbox-session=; Max-Age=0/)
  })

  it('refuses another secret, and a form of another origin', async () => {
    const wrong = await send('/log-in', { secret: 'another-secret-here', next: '/phone' })
    const evil = await ask('/log-in', {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ secret: deployed.CONTROL_SECRET }).toString(),
    })

    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('set-cookie')).toBeNull()
    expect(await wrong.text()).toContain('This is not the secret.')
    expect(evil.status).toBe(403)
    expect(await logIn('')).toBe('')
  })

  it.each([
    ['en', 'Log in to this sandbox'],
    ['vi', 'Đăng nhập vào sandbox này'],
  ])('speaks %s', async (language, title) => {
    const answer = await ask('/log-in?next=%2Fphone', { headers: { 'accept-language': language } })
    const text = await answer.text()

    expect(text).toContain(title)
    expect(text).toContain('<input type="hidden" name="next" value="/phone" />')
    expect(text).toContain(`<html lang="${language}">`)
  })

  it('does not exist in a sandbox without a secret', async () => {
    const answer = await ask('/log-in', { variables: {}, origin: 'http://localhost' })

    expect(answer.status).toBe(404)
  })
})
