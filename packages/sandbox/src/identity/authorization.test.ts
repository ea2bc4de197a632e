import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  authorizationUrl,
  exchange,
  openJwt,
  redirectUri,
  send,
  userInfo,
  type Fields,
} from '../../test/identity-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.setRules({})
  await bench.control.moveClock({ run: true })
  await bench.control.forgetConsents()
  await bench.control.clearIdentityFaults()
})

/** Acts as a browser: keeps cookies, and sends an origin with each form. */
function browser() {
  const cookies = new Map<string, string>()
  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: 'http://localhost' }
    const answer = await send(address, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    get: (address: string) => request(address),
    submit: (address: string, fields: Record<string, string> | [string, string][]) =>
      request(address, { method: 'POST', body: new URLSearchParams(fields) }),
  }
}

type Browser = ReturnType<typeof browser>

function locationOf(answer: Response): URL {
  return new URL(answer.headers.get('location') ?? '', 'http://localhost')
}

const an = { phone: '0900000001', pin: '111111', step: 'sign-in' }
const binh = { phone: '0900000002', pin: '222222', step: 'sign-in' }
const allow: [string, string][] = [
  ['scope', 'openid'],
  ['scope', 'profile'],
  ['scope', 'offline'],
  ['step', 'allow'],
]

async function signIn(
  own: Browser,
  options: {
    changes?: Fields
    customer?: Record<string, string>
    consent?: [string, string][]
  } = {},
): Promise<URL> {
  const { changes = {}, customer = { ...an, remember: 'on' }, consent = allow } = options
  const login = locationOf(await own.get(authorizationUrl(changes)))
  const next = locationOf(await own.submit(login.href, customer))
  if (next.pathname !== '/identity/consent') return next
  return locationOf(await own.submit(next.href, consent))
}

function claimsOf(jwt: unknown): Record<string, unknown> {
  return openJwt(jwt)[1]
}

describe('signing in on the pages', () => {
  // Specification: 4.1.1, 4.1.2
  it('redirects to the client after login and consent', async () => {
    const own = browser()

    const back = await signIn(own)

    expect(back.origin + back.pathname).toBe(redirectUri)
    expect([...back.searchParams.keys()]).toEqual(['code', 'scope', 'state'])
    expect(back.searchParams.get('state')).toBe('a-state-of-mine')
    const { json } = await exchange(back.searchParams.get('code') ?? '')
    expect(claimsOf(json['id_token'])['sub']).toBe('U-AN')
  })

  it('asks again after a wrong PIN, and for a blocked wallet', async () => {
    const own = browser()
    const login = locationOf(await own.get(authorizationUrl()))

    const wrong = await own.submit(login.href, { ...an, pin: '000000' })
    const blocked = await own.submit(login.href, { ...an, phone: '0900000004', pin: '444444' })

    expect([wrong.status, blocked.status]).toEqual([303, 303])
    const [afterWrong, afterBlocked] = [
      await own.get(locationOf(wrong).href),
      await own.get(locationOf(blocked).href),
    ]
    expect(await afterWrong.text()).toContain('role="alert"')
    expect(await afterBlocked.text()).toContain('This wallet is blocked')
  })

  // Specification: 4.1.7
  it('grants only the scopes that the customer leaves checked', async () => {
    const own = browser()

    const back = await signIn(own, {
      consent: [
        ['scope', 'openid'],
        ['step', 'allow'],
      ],
    })

    const { json } = await exchange(back.searchParams.get('code') ?? '')
    expect(json['scope']).toBe('openid')
    expect(json).not.toHaveProperty('refresh_token')
    expect((await userInfo(json['access_token'])).json['data']).toEqual({})
  })

  it('does not grant what the client has not asked for', async () => {
    const own = browser()

    const back = await signIn(own, { consent: [...allow, ['scope', 'identity']] })

    expect(back.searchParams.get('scope')).toBe('openid offline profile')
  })

  it.each([
    ['login', { step: 'deny' }, allow],
    ['consent', an, [['step', 'deny']] as [string, string][]],
  ])(
    'ends with access_denied when the customer says no at the %s page',
    async (_at, customer, consent) => {
      const back = await signIn(browser(), { customer, consent })

      expect(back.searchParams.get('error')).toBe('access_denied')
      expect(back.searchParams.get('state')).toBe('a-state-of-mine')
    },
  )

  it('shows no page when sign-in and consent are remembered', async () => {
    const own = browser()
    await signIn(own, { consent: [...allow, ['remember', 'on']] })

    const back = locationOf(await own.get(authorizationUrl()))

    expect(back.searchParams.has('code')).toBe(true)
  })

  it('asks for consent again when more scopes are requested than were remembered', async () => {
    const own = browser()
    await signIn(own, { consent: [...allow, ['remember', 'on']] })

    const next = locationOf(await own.get(authorizationUrl({ scope: 'openid phone' })))

    expect(next.pathname).toBe('/identity/consent')
  })

  it('asks for the PIN again when the sign-in was not remembered', async () => {
    const own = browser()
    await signIn(own, { customer: an })

    const next = locationOf(await own.get(authorizationUrl()))

    expect(next.pathname).toBe('/identity/login')
  })

  it('keeps the session id for the same customer, and creates a new one for another', async () => {
    const own = browser()
    const sid = async (customer: Record<string, string>) => {
      const back = await signIn(own, {
        changes: { prompt: 'login' },
        customer: { ...customer, remember: 'on' },
      })
      const { json } = await exchange(back.searchParams.get('code') ?? '')
      return claimsOf(json['id_token'])['sid']
    }

    const [first, again, other] = [await sid(an), await sid(an), await sid(binh)]

    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('cannot be continued in another browser, and not twice', async () => {
    const own = browser()
    const login = locationOf(await own.get(authorizationUrl()))
    const consent = locationOf(await own.submit(login.href, an))

    const elsewhere = await browser().submit(consent.href, allow)
    const first = await own.submit(consent.href, allow)
    const second = await own.submit(consent.href, allow)

    expect([elsewhere.status, first.status, second.status]).toEqual([404, 303, 404])
  })

  it('refuses a form that a page of another origin sends', async () => {
    const own = browser()
    const login = locationOf(await own.get(authorizationUrl()))

    const answer = await send(login.href, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams(an),
    })

    expect(answer.status).toBe(403)
  })

  it('ends after half an hour', async () => {
    const own = browser()
    const login = locationOf(await own.get(authorizationUrl()))
    await bench.control.moveClock({ advanceSeconds: 1800 })

    const answer = await own.get(login.href)

    expect(answer.status).toBe(404)
  })

  it.each(['en', 'vi'])('speaks %s, and may not be framed', async (language) => {
    const own = browser()
    const login = locationOf(await own.get(authorizationUrl({ login_hint: '0900000002' })))

    const answer = await own.get(`${login.href}&lang=${language}`)

    const text = await answer.text()
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain('value="0900000002"')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('prompt and max_age', () => {
  async function remembered(): Promise<Browser> {
    const own = browser()
    await signIn(own, { consent: [...allow, ['remember', 'on']] })
    return own
  }

  it('prompt=none answers with a code, login_required or consent_required', async () => {
    const own = await remembered()
    const error = async (from: Browser, changes: Fields = {}) =>
      locationOf(await from.get(authorizationUrl({ prompt: 'none', ...changes }))).searchParams.get(
        'error',
      )

    const errors = [
      await error(own),
      await error(browser()),
      await error(own, { scope: 'openid email' }),
      await error(own, { prompt: 'none login' }),
    ]

    expect(errors).toEqual([null, 'login_required', 'consent_required', 'invalid_request'])
  })

  it.each([
    ['login', '/identity/login'],
    ['consent', '/identity/consent'],
  ])('prompt=%s shows its page', async (prompt, path) => {
    const own = await remembered()

    const next = locationOf(await own.get(authorizationUrl({ prompt })))

    expect(next.pathname).toBe(path)
  })

  it('max_age asks for a new sign-in when the last one is older', async () => {
    await bench.control.moveClock({ freezeAt: 1_800_000_000 })
    const own = await remembered()
    await bench.control.moveClock({ advanceSeconds: 61 })

    const young = locationOf(await own.get(authorizationUrl({ max_age: '61' })))
    const old = locationOf(await own.get(authorizationUrl({ max_age: '60' })))
    const none = locationOf(await own.get(authorizationUrl({ max_age: '0' })))

    expect(young.searchParams.has('code')).toBe(true)
    expect([old.pathname, none.pathname]).toEqual(['/identity/login', '/identity/login'])
  })

  it('a remembered sign-in ends after its days', async () => {
    const own = await remembered()
    await bench.control.moveClock({ advanceSeconds: 30 * 24 * 3600 })

    const next = locationOf(await own.get(authorizationUrl()))

    expect(next.pathname).toBe('/identity/login')
  })

  it('always asks for consent for a public client with a custom URI scheme', async () => {
    const { client } = await bench.control.registerSignOnClient({
      tokenEndpointAuthMethod: 'none',
      redirectUris: ['com.example.app:/callback'],
    })
    const changes = { client_id: client.clientId, redirect_uri: 'com.example.app:/callback' }
    const own = browser()
    const back = await signIn(own, { changes, consent: [...allow, ['remember', 'on']] })

    const again = locationOf(await own.get(authorizationUrl(changes)))
    const silent = locationOf(await own.get(authorizationUrl({ ...changes, prompt: 'none' })))

    expect(back.protocol).toBe('com.example.app:')
    expect(again.pathname).toBe('/identity/consent')
    expect(silent.searchParams.get('error')).toBe('consent_required')
  })
})

describe('an authorization request', () => {
  it.each([
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['another redirect_uri', { redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    [
      'no redirect_uri where several are registered',
      { redirect_uri: undefined },
      'invalid_request',
    ],
    [
      'another port of localhost',
      { redirect_uri: 'http://localhost:9999/sign-in/callback' },
      'invalid_request',
    ],
    ['a longer redirect_uri', { redirect_uri: `${redirectUri}/more` }, 'invalid_request'],
  ])('is never answered at an unregistered redirect_uri: %s', async (_what, changes, error) => {
    const next = locationOf(await send(authorizationUrl(changes)))

    const page = await send(next.pathname + next.search)
    expect(next.pathname).toBe('/identity/error')
    expect(next.searchParams.get('error')).toBe(error)
    expect([page.status, (await page.text()).includes(error)]).toEqual([400, true])
  })

  // Specification: 4.1.12
  it.each([
    ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a short state', { state: 'short' }, 'invalid_state'],
    ['no state', { state: undefined }, 'invalid_state'],
    ['an unknown scope', { scope: 'openid everything' }, 'invalid_scope'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'maybe' }, 'invalid_request'],
    ['a max_age that is no number', { max_age: 'soon' }, 'invalid_request'],
    ['a request object', { request: 'x.y.z' }, 'request_not_supported'],
    ['a request_uri', { request_uri: 'https://app.example/r' }, 'invalid_request_uri'],
  ])('is refused at the client with %s', async (_what, changes, error) => {
    const next = locationOf(await send(authorizationUrl(changes)))

    expect(next.origin + next.pathname).toBe(redirectUri)
    expect(next.searchParams.get('error')).toBe(error)
    expect(next.searchParams.get('error_hint')).not.toBe('')
  })

  it('requires PKCE if the rules say so, and in the profile strict', async () => {
    const without = authorizationUrl({
      code_challenge: undefined,
      code_challenge_method: undefined,
    })
    const path = async () => locationOf(await send(without)).pathname
    const ofHydra = await path()
    await bench.control.setRules({ identity: { requirePkce: true } })
    const byRule = await path()
    await bench.control.setRules({ identity: { profile: 'strict' } })

    const ofStrict = await path()

    expect([ofHydra, byRule, ofStrict]).toEqual([
      '/identity/login',
      '/sign-in/callback',
      '/sign-in/callback',
    ])
  })

  it('may spell its redirect_uri in another case, as at the real server, except in the profile strict', async () => {
    const changes = { redirect_uri: redirectUri.replace('callback', 'Callback') }
    const ofHydra = locationOf(await send(authorizationUrl(changes))).pathname
    await bench.control.setRules({ identity: { profile: 'strict' } })

    const ofStrict = locationOf(await send(authorizationUrl(changes))).pathname

    expect([ofHydra, ofStrict]).toEqual(['/identity/login', '/identity/error'])
  })

  it('is answered with the issuer in the profile strict only', async () => {
    const iss = async () => {
      const { location } = await bench.control.signInCustomer({ url: authorizationUrl() })
      return new URL(location).searchParams.get('iss')
    }
    const ofHydra = await iss()
    await bench.control.setRules({ identity: { profile: 'strict' } })

    const ofStrict = await iss()

    expect([ofHydra, ofStrict]).toEqual([null, 'http://localhost'])
  })
})
