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
    answer({ data: { ...data, extra: 1 }, meta: { code: 200 } })
    expect(await fetchWalletUser(relyingParty, request)).toEqual(data)

    answer({ data: { ...data, email: null, addresses: null }, meta: { code: 200 } })
    expect(await fetchWalletUser(relyingParty, request)).toEqual({
      ...data,
      email: undefined,
      addresses: undefined,
    })
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
    ['503', {}, 503, 'server_unavailable'],
  ])('refuses %s', async (_, body, status, reason) => {
    answer(body, status)

    await expect(fetchWalletUser(relyingParty, request)).rejects.toMatchObject({ reason })
  })

  it.each([
    ['with no code', {}],
    ['with a code as text', { meta: { code: '200' } }],
    ['with a longer code of success', { meta: { code: 2000001 } }],
    ['with a null code', { meta: { code: null } }],
    ['with the same subject', { sub: 'customer-1', meta: { code: 200 } }],
  ])('accepts an answer %s', async (_, beside) => {
    answer({ data: { full_name: 'Lan' }, ...beside })

    await expect(fetchWalletUser(relyingParty, request)).resolves.toMatchObject({
      full_name: 'Lan',
    })
  })

  it.each([
    ['a code that is an object', { data: {}, meta: { code: {} } }, 'meta'],
    ['a code that only ends like success', { data: {}, meta: { code: 1200 } }, 'user-info'],
    ['no data', { meta: { code: 200 } }, 'user-info'],
    ['a list as data', { data: [], meta: { code: 200 } }, 'user-info'],
  ])('says what is wrong with %s', async (_, body, subject) => {
    answer(body)

    const failure = { reason: 'response_unreadable', subject }
    await expect(fetchWalletUser(relyingParty, request)).rejects.toMatchObject(failure)
  })

  it.each([
    ['a number as email', { email: 7 }],
    ['a text as gender', { gender: '1' }],
    ['a text among the addresses', { addresses: ['Huế'] }],
    ['an object as the documents', { identity_documents: {} }],
  ])('leaves %s out, for which nobody is signed out', async (_, field) => {
    answer({ data: { full_name: 'Lan', ...field }, meta: { code: 200 } })

    const user = await fetchWalletUser(relyingParty, request)

    expect(JSON.parse(JSON.stringify(user))).toEqual({ full_name: 'Lan' })
  })

  it('leaves only the field of an address out that cannot be read', async () => {
    answer({ data: { addresses: [{ city: 'Huế', type: 'home' }] }, meta: { code: 200 } })

    const user = await fetchWalletUser(relyingParty, request)

    expect(user.addresses).toEqual([{ city: 'Huế' }])
  })

  it('takes any subject when none is expected', async () => {
    answer({ sub: 'other', data: { full_name: 'Lan', sub: 'another' }, meta: { code: 200 } })

    const user = await fetchWalletUser(relyingParty, { accessToken: 'access-1' })

    expect(user.full_name).toBe('Lan')
  })

  it('refuses an answer of more than 256 kB', async () => {
    answer({ data: { full_name: 'x'.repeat(300_000) }, meta: { code: 200 } })

    const failure = { reason: 'response_unreadable', subject: 'more than 256 kB' }
    await expect(fetchWalletUser(relyingParty, request)).rejects.toMatchObject(failure)
  })

  // The deadline is a signal of the test: a time that passes would also end the discovery on a busy machine.
  it('ends after its timeout, or when the caller aborts', async () => {
    const waitedMs: number[] = []
    let late = new AbortController()
    const fetch: typeof provider.fetch = (url, init) =>
      Promise.race([
        provider.fetch(url, init),
        new Promise<never>((_, fail) => {
          const { signal } = init
          if (signal?.aborted === true) fail(signal.reason)
          signal?.addEventListener('abort', () => fail(signal.reason))
        }),
      ])
    const deadline = (milliseconds: number): AbortSignal => {
      waitedMs.push(milliseconds)
      return late.signal
    }
    const ports = { ...relyingParty.ports, fetch, deadline }
    const slow = makeWorld(provider, { relyingParty: { timeoutMs: 30, ports } }).options
      .relyingParty
    await slow.metadata()
    provider.intercept = () => {
      late.abort()
      return new Promise(() => {})
    }

    await expect(fetchWalletUser(slow, request)).rejects.toMatchObject({ reason: 'timed_out' })
    late = new AbortController()
    const signal = AbortSignal.abort(new Error('the page was left'))
    await expect(fetchWalletUser(slow, { ...request, signal })).rejects.toThrow('the page was left')
    expect(waitedMs).toEqual([30, 30, 30])
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

  it('queries a token again while nothing is cached', async () => {
    const check = createTokenCheck(relyingParty, { cacheSeconds: 0 })
    await check('access-1')
    await check('access-1')

    expect(provider.count('/user-management/user-info')).toBe(2)
  })

  it('queries a token again up to the second of its end', async () => {
    const world = makeWorld(provider)
    const check = createTokenCheck(world.options.relyingParty, { cacheSeconds: 5, cacheSize: 1 })
    const counts: number[] = []
    for (const seconds of [0, 4, 1, 4, 1]) {
      world.advance(seconds)
      await check('access-1')
      counts.push(provider.count('/user-management/user-info'))
    }

    expect(counts).toEqual([1, 1, 2, 2, 3])
  })

  it('caches no refusal', async () => {
    const check = createTokenCheck(relyingParty)
    answer({}, 401)
    await expect(check('access-1')).rejects.toMatchObject({ reason: 'token_refused' })
    answer({ data: { full_name: 'Lan' } })

    expect(await check('access-1')).toMatchObject({ full_name: 'Lan' })
  })

  it('keeps the other answers when it queries a token again whose answer is over', async () => {
    const world = makeWorld(provider)
    const check = createTokenCheck(world.options.relyingParty, { cacheSize: 2 })
    await check('a')
    world.advance(20)
    await check('b')
    world.advance(10)
    await check('a')
    await check('b')

    expect(provider.count('/user-management/user-info')).toBe(3)
  })

  it('passes on the abort of its caller', async () => {
    const check = createTokenCheck(relyingParty)
    provider.intercept = ({ url }) =>
      url.pathname.endsWith('user-info') ? Promise.reject(new TypeError('aborted')) : undefined

    await expect(check('access-1', AbortSignal.abort())).rejects.toThrow('aborted')
  })

  it('caches no more answers than its limit', async () => {
    const check = createTokenCheck(relyingParty, { cacheSize: 2 })
    for (const token of ['a', 'b', 'c', 'b', 'c', 'a']) await check(token)

    expect(provider.count('/user-management/user-info')).toBe(4)
  })

  it.each([
    ['cacheSeconds', '30'],
    ['cacheSeconds', -1],
    ['cacheSeconds', Number.NaN],
    ['cacheSeconds', Infinity],
    ['cacheSize', '2'],
    ['cacheSize', 0],
    ['cacheSize', Infinity],
  ])('refuses a %s of %s', (name, value) => {
    const options = { [name]: value }

    expect(() => createTokenCheck(relyingParty, options)).toThrow(
      `${name} must be a number greater than 0.`,
    )
  })

  it('sends a token of 4,096 letters', async () => {
    await createTokenCheck(relyingParty)('~'.repeat(4_096))

    expect(provider.received.at(-1)?.headers.get('authentication')).toBe(
      `bearer ${'~'.repeat(4_096)}`,
    )
  })

  it.each(['', 'a b', ' a', 'a\nb', 'á', 'a\x7f', 'x'.repeat(4097)])(
    'never sends %j',
    async (token) => {
      const check = createTokenCheck(relyingParty)

      await expect(check(token)).rejects.toMatchObject({ reason: 'token_refused' })
      expect(provider.received).toEqual([])
    },
  )
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

  it('says that its answer is for one origin and kept nowhere', async () => {
    const proxy = createUserInfoProxy({ relyingParty, allowedOrigins: ['https://app.example'] })
    const origin = 'https://app.example'
    const cors = {
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authentication, content-type',
    }
    const authentication = 'bearer access-1'

    const page = await proxy(new Request(address, { headers: { origin, authentication } }))
    const other = await proxy(new Request(address, { headers: { authentication } }))
    const preflight = await proxy(new Request(address, { method: 'OPTIONS', headers: { origin } }))

    const own = { 'cache-control': 'no-store', vary: 'origin' }
    expect(Object.fromEntries(preflight.headers)).toEqual({ ...own, ...cors })
    expect(Object.fromEntries(page.headers)).toMatchObject({ ...own, ...cors })
    expect(Object.fromEntries(other.headers)).toEqual({
      ...own,
      'content-type': 'application/json',
    })
    expect(await other.json()).toEqual({
      data: { full_name: 'Lan', phone_number: '0900000123' },
      meta: { code: 200 },
    })
  })

  it.each(['access-1', 'bearer', 'bearer ', 'bearer a b', 'xbearer a', 'Basic bearer a'])(
    'sends no token of %j',
    async (authorization) => {
      const proxy = createUserInfoProxy({ relyingParty, allowedOrigins: [] })

      const refused = await proxy(new Request(address, { headers: { authorization } }))

      expect(refused.status).toBe(401)
      expect(provider.received).toEqual([])
    },
  )

  it('sends a token of 4,096 letters, and none that is longer', async () => {
    const proxy = createUserInfoProxy({ relyingParty, allowedOrigins: [] })
    const answers: number[] = []
    for (const length of [4_096, 4_097]) {
      const authorization = `Bearer ${'~'.repeat(length)}`
      answers.push((await proxy(new Request(address, { headers: { authorization } }))).status)
    }

    expect(answers).toEqual([200, 401])
  })

  it.each([
    ['is over', 401, 401],
    ['cannot be checked now', 503, 503],
    ['leads to an answer that is none', 404, 502],
  ])('of a token that %s answers %i with %i', async (_, status, answered) => {
    answer({}, status)
    const proxy = createUserInfoProxy({ relyingParty, allowedOrigins: [] })
    const headers = { authentication: 'bearer access-1' }

    expect((await proxy(new Request(address, { headers }))).status).toBe(answered)
  })

  it('passes on a failure of the program', async () => {
    const failure = new Error('not about sign-on')
    const broken = { ...relyingParty, send: () => Promise.reject(failure) }
    const proxy = createUserInfoProxy({ relyingParty: broken, allowedOrigins: [] })
    const headers = { authentication: 'bearer access-1' }

    await expect(proxy(new Request(address, { headers }))).rejects.toBe(failure)
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
