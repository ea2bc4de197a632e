import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../test/fault-provider.ts'
import { makeWorld } from '../../test/world.ts'
import { createTokenCheck, fetchWalletUser, type RelyingParty } from '../index.ts'
import { createUserInfoProxy } from '../web.ts'

let provider: FaultProvider
let relyingParty: RelyingParty

const request = { accessToken: 'access-1', subject: 'customer-1' }

beforeEach(async () => {
  provider = await FaultProvider.start()
  relyingParty = makeWorld(provider).options.relyingParty
})

function answer(body: unknown, status = 200): void {
  provider.userInfo = () => Response.json(body, { status })
}

describe('fetchWalletUser', () => {
  // Specification: 4.1.6, 5.5.2
  it('sends the token as Authentication: bearer to the path of the specification', async () => {
    await fetchWalletUser(relyingParty, request)

    const sent = provider.received.at(-1)
    expect(sent?.url.href).toBe('https://id.example/user-management/user-info')
    expect(sent?.headers.get('authentication')).toBe('bearer access-1')
    expect(sent?.headers.get('authorization')).toBeNull()
  })

  // Specification: 2.15.1, 2.15.2
  it('reads every field of the specification, and drops null and unknown ones', async () => {
    const data = {
      full_name: 'Lan',
      email: 'lan@example.test',
      phone_number: '0900000123',
      dob: '1990-01-02',
      gender: 1,
      nationality: 'VN',
      identity_documents: [
        {
          identity_number: '1',
          identity_type: 'CCCD',
          issue_place: 'Huế',
          issue_date: '2020-01-01',
        },
      ],
      addresses: [{ city: 'Huế', commune: 'a', district: 'b', address: 'c', type: 2 }],
    }
    answer({ data: { ...data, email: null, extra: 1 }, meta: { code: 200 } })

    expect(await fetchWalletUser(relyingParty, request)).toEqual({ ...data, email: undefined })
  })

  it.each([
    ['401', {}, 401, 'token_refused'],
    ['403', {}, 403, 'token_refused'],
    ['a 401 code inside of 200', { data: null, meta: { code: 4010001 } }, 200, 'token_refused'],
    [
      'another code inside of 200',
      { data: {}, meta: { code: 4040001 } },
      200,
      'response_unreadable',
    ],
    [
      'the code of a failure inside of 200',
      { data: null, meta: { code: 5000001 } },
      200,
      'server_unavailable',
    ],
    ['500 inside of 200', { meta: { code: '500' } }, 200, 'server_unavailable'],
    ['another subject', { data: { sub: 'other' }, meta: { code: 200 } }, 200, 'subject_changed'],
    [
      'another subject beside the data',
      { sub: 'other', data: {}, meta: { code: 200 } },
      200,
      'subject_changed',
    ],
    ['a standard answer', { sub: 'customer-1' }, 200, 'response_unreadable'],
    [
      'a number as name',
      { data: { full_name: 7 }, meta: { code: 200 } },
      200,
      'response_unreadable',
    ],
    ['503', {}, 503, 'server_unavailable'],
  ])('refuses %s', async (_, body, status, reason) => {
    answer(body, status)

    await expect(fetchWalletUser(relyingParty, request)).rejects.toMatchObject({ reason })
  })

  it('refuses an answer of more than 256 kB', async () => {
    answer({ data: { full_name: 'x'.repeat(300_000) }, meta: { code: 200 } })

    const failure = { reason: 'response_unreadable', subject: 'more than 256 kB' }
    await expect(fetchWalletUser(relyingParty, request)).rejects.toMatchObject(failure)
  })

  it('ends after its timeout, or when the caller aborts', async () => {
    provider.intercept = ({ url }) =>
      url.pathname.endsWith('user-info') ? new Promise(() => {}) : undefined
    const fetch: typeof provider.fetch = (url, init) =>
      Promise.race([
        provider.fetch(url, init),
        new Promise<never>((_, fail) => {
          const { signal } = init
          if (signal?.aborted === true) fail(signal.reason)
          signal?.addEventListener('abort', () => fail(signal.reason))
        }),
      ])
    const ports = { ...relyingParty.ports, fetch }
    const slow = makeWorld(provider, { relyingParty: { timeoutMs: 30, ports } }).options
      .relyingParty

    await expect(fetchWalletUser(slow, request)).rejects.toMatchObject({ reason: 'timed_out' })
    const signal = AbortSignal.abort(new Error('the page was left'))
    await expect(fetchWalletUser(slow, { ...request, signal })).rejects.toThrow('the page was left')
  })
})

describe('createTokenCheck', () => {
  // Specification: 5.5.4
  it('queries a token once in thirty seconds', async () => {
    const world = makeWorld(provider)
    const check = createTokenCheck(world.options.relyingParty)
    await check('access-1')
    await check('access-1')
    const once = provider.count('/user-management/user-info')

    world.advance(30)
    await check('access-1')

    expect(once).toBe(1)
    expect(provider.count('/user-management/user-info')).toBe(2)
  })

  it('caches no more answers than its limit', async () => {
    const check = createTokenCheck(relyingParty, { cacheSize: 2 })
    for (const token of ['a', 'b', 'c', 'b', 'c', 'a']) await check(token)

    expect(provider.count('/user-management/user-info')).toBe(4)
  })

  it('caches nothing for a time that is a text', () => {
    const options = {}
    Reflect.set(options, 'cacheSeconds', '30')

    expect(() => createTokenCheck(relyingParty, options)).toThrow('cacheSeconds must be')
  })

  it.each(['', 'a b', 'a\nb', 'x'.repeat(4097)])('never sends %j', async (token) => {
    const check = createTokenCheck(relyingParty)

    await expect(check(token)).rejects.toMatchObject({ reason: 'token_refused' })
    expect(provider.received).toEqual([])
  })
})

describe('createUserInfoProxy', () => {
  const address = 'https://shop.example/user-info'

  it.each(['https://app.example/', 'app.example', 'https://app.example/page', '*'])(
    'refuses %s as an origin',
    (allowed) => {
      expect(() => createUserInfoProxy({ relyingParty, allowedOrigins: [allowed] })).toThrow(
        'allowedOrigins must be origins',
      )
    },
  )

  it('queries for a page, and lets only the listed origins read the answer', async () => {
    const proxy = createUserInfoProxy({ relyingParty, allowedOrigins: ['https://app.example'] })
    const headers = { authentication: 'bearer access-1', origin: 'https://app.example' }

    const allowed = await proxy(new Request(address, { headers }))
    const foreign = await proxy(
      new Request(address, { headers: { ...headers, origin: 'https://evil.example' } }),
    )

    expect(await allowed.json()).toMatchObject({ data: { full_name: 'Lan' }, meta: { code: 200 } })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(foreign.status).toBe(403)
    expect(provider.count('/user-management/user-info')).toBe(1)
  })

  it('answers a preflight, a missing token and a refused one', async () => {
    const proxy = createUserInfoProxy({ relyingParty, allowedOrigins: ['https://app.example'] })
    const origin = 'https://app.example'
    answer({}, 401)

    const preflight = await proxy(new Request(address, { method: 'OPTIONS', headers: { origin } }))
    const missing = await proxy(new Request(address))
    const refused = await proxy(
      new Request(address, { headers: { authorization: 'Bearer access-1' } }),
    )

    expect(preflight.headers.get('access-control-allow-headers')).toContain('authentication')
    expect([preflight.status, missing.status, refused.status]).toEqual([204, 401, 401])
  })
})
