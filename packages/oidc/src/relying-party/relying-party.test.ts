import { base64url, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { primesOf, rsaNumbers } from '../../../../fixtures/keys/rsa-numbers.ts'
import { clientId, FaultProvider } from '../../test/fault-provider.ts'
import { Browser, makeWorld, type World } from '../../test/world.ts'
import {
  completeSignIn,
  createRelyingParty,
  startSignIn,
  verifyLogoutToken,
  type SignOnError,
  webPorts,
  type CachedDocument,
  type DocumentCache,
  type RelyingPartyOptions,
} from '../index.ts'

let provider: FaultProvider

const discovery = '/.well-known/openid-configuration'
const jwks = '/.well-known/jwks.json'
const redirectUri = 'https://shop.example/auth/callback'

beforeEach(async () => {
  provider = await FaultProvider.start()
})

function options(change: Partial<RelyingPartyOptions> = {}): RelyingPartyOptions {
  return {
    issuer: 'https://id.example',
    clientId,
    authentication: { method: 'none' },
    ports: {
      fetch: provider.fetch,
      now: provider.clock,
      wait: () => Promise.resolve(),
      deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    },
    ...change,
  }
}

function keptDocuments() {
  const documents = new Map<string, CachedDocument>()
  const cache: DocumentCache = {
    read: async (url) => documents.get(url),
    write: async (url, document) => void documents.set(url, document),
  }
  return { cache, documents }
}

describe('an address that is not absolute', () => {
  it.each([undefined, '/auth/callback', 'shop.example/auth/callback'])(
    'is refused as redirectUri before anything is fetched: %j',
    async (given) => {
      const relyingParty = createRelyingParty(options())
      const started: Promise<unknown> = Reflect.apply(startSignIn, undefined, [
        relyingParty,
        { redirectUri: given },
      ])

      await expect(started).rejects.toThrow(TypeError)
      await expect(started).rejects.toThrow('redirectUri must be a whole address')
      expect(provider.count(discovery)).toBe(0)
    },
  )

  // `req.url` of Node and of Express has the path and the query only.
  it('is refused as the callback address, without repeating code and state', async () => {
    const relyingParty = createRelyingParty(options())
    const { transaction } = await startSignIn(relyingParty, { redirectUri })
    const url = `/auth/callback?code=SECRET&state=${transaction.state}`

    const completed = completeSignIn(relyingParty, { url, transaction })

    await expect(completed).rejects.toThrow(new TypeError('url must be a whole address.'))
  })
})

describe('discovery', () => {
  it('is fetched once an hour', async () => {
    const relyingParty = createRelyingParty(options())
    await startSignIn(relyingParty, { redirectUri })
    expect(provider.received.map(({ method, headers }) => [method, headers.get('accept')])).toEqual(
      [['GET', 'application/json']],
    )
    provider.aheadSeconds = 3599
    await startSignIn(relyingParty, { redirectUri })
    const within = provider.count(discovery)

    provider.aheadSeconds = 3600
    await startSignIn(relyingParty, { redirectUri })

    expect([within, provider.count(discovery)]).toEqual([1, 2])
  })

  it('is read from the cache that outlives the isolate', async () => {
    const { cache } = keptDocuments()
    await new Browser(makeWorld(provider, { relyingParty: { cache } }).web).signIn(provider)
    const before = provider.received.length

    const second = makeWorld(provider, { relyingParty: { cache } })
    await new Browser(second.web).signIn(provider)

    const paths = provider.received.slice(before).map(({ url }) => url.pathname)
    expect(paths).toEqual(['/oauth2/token'])
    expect(second.failures).toEqual([])
  })

  it('is used for a day while the server is unavailable', async () => {
    const relyingParty = createRelyingParty(options())
    await relyingParty.metadata()
    provider.intercept = () => new Response('down', { status: 502 })
    provider.aheadSeconds = 24 * 3600 - 1

    expect((await relyingParty.metadata()).token_endpoint).toMatch(/token$/)
    provider.aheadSeconds += 1
    await expect(relyingParty.metadata()).rejects.toMatchObject({ reason: 'server_unavailable' })
  })

  it('is used for a day from the cache too, by a new isolate', async () => {
    const { cache } = keptDocuments()
    await createRelyingParty(options({ cache })).metadata()
    provider.intercept = () => new Response('down', { status: 502 })
    provider.aheadSeconds = 24 * 3600 - 1

    const fresh = createRelyingParty(options({ cache }))
    expect((await fresh.metadata()).token_endpoint).toMatch(/token$/)
    provider.aheadSeconds += 1
    await expect(createRelyingParty(options({ cache })).metadata()).rejects.toMatchObject({
      reason: 'server_unavailable',
    })
  })

  it('is fetched when the cache fails, or holds something else', async () => {
    const { cache, documents } = keptDocuments()
    const failing: DocumentCache = {
      read: () => Promise.reject(new Error('the cache is away')),
      write: () => Promise.reject(new Error('the cache is away')),
    }
    const url = `https://id.example${discovery}`
    documents.set(url, { text: '<html>', fetchedAt: provider.now() })

    for (const one of [failing, cache]) {
      const browser = new Browser(makeWorld(provider, { relyingParty: { cache: one } }).web)
      await browser.signIn(provider)
      expect(await browser.isSignedIn()).toBe(true)
    }
    expect(documents.get(url)?.text).toContain('token_endpoint')
  })

  it('that was fetched here is used before an older one in the cache', async () => {
    const { cache, documents } = keptDocuments()
    const relyingParty = createRelyingParty(options({ cache }))
    await relyingParty.metadata()
    const url = `https://id.example${discovery}`
    const text = documents.get(url)?.text.replace('/oauth2/token', '/old/token') ?? ''
    documents.set(url, { text, fetchedAt: provider.now() - 1 })
    provider.intercept = () => new Response('down', { status: 502 })
    provider.aheadSeconds = 3_600

    expect((await relyingParty.metadata()).token_endpoint).toBe('https://id.example/oauth2/token')
  })

  it('in the cache that is newer is used while the one fetched here is old', async () => {
    const { cache, documents } = keptDocuments()
    const relyingParty = createRelyingParty(options({ cache }))
    await relyingParty.metadata()
    const url = `https://id.example${discovery}`
    const text = documents.get(url)?.text.replace('/oauth2/token', '/new/token') ?? ''
    provider.aheadSeconds = 3_599
    documents.set(url, { text, fetchedAt: provider.now() })
    const before = await relyingParty.metadata()
    provider.aheadSeconds = 3_600

    expect(before.token_endpoint).toBe('https://id.example/oauth2/token')
    expect((await relyingParty.metadata()).token_endpoint).toBe('https://id.example/new/token')
    expect(provider.count(discovery)).toBe(1)
  })

  it('can be overridden', async () => {
    const metadata = { authorization_endpoint: 'https://login.example/start' }
    const relyingParty = createRelyingParty(options({ metadata }))

    const { url } = await startSignIn(relyingParty, { redirectUri })

    expect(url).toMatch(/^https:\/\/login\.example\/start\?/)
  })

  it.each([
    ['no JSON', () => new Response('<html>'), 'metadata_unreadable', 'issuer'],
    ['404', () => new Response('', { status: 404 }), 'metadata_unreadable', undefined],
    [
      'a redirect',
      () => Response.redirect('https://evil.example'),
      'metadata_unreadable',
      undefined,
    ],
    ['503', () => new Response('', { status: 503 }), 'server_unavailable', undefined],
  ])('fails with %s', async (_, answer, reason, subject) => {
    provider.intercept = answer

    const asked = createRelyingParty(options()).metadata()
    await expect(asked).rejects.toMatchObject({ reason, subject })
  })

  it.each(['token_endpoint', 'jwks_uri', 'end_session_endpoint', 'revocation_endpoint'])(
    'refuses plain http for %s',
    async (name) => {
      provider.document = (document) => (document[name] = 'http://127.0.0.1/x')

      const asked = createRelyingParty(options()).metadata()
      await expect(asked).rejects.toMatchObject({ reason: 'endpoint_insecure', subject: name })
    },
  )

  it.each(['http://id.example', 'https://id.example?x=1', 'ftp://id.example', 'id.example', ''])(
    'refuses the issuer %j at creation',
    (issuer) => {
      expect(() => createRelyingParty(options({ issuer }))).toThrow(TypeError)
    },
  )

  it.each([
    ['an address as URL', { issuer: new URL('https://id.example') }, 'issuer must be'],
    [
      'the address of the discovery document',
      { issuer: 'https://id.example/.well-known/openid-configuration' },
      'without /.well-known/openid-configuration',
    ],
    ['no client id', { clientId: undefined }, 'clientId must be'],
    ['no ports', { ports: undefined }, 'ports must be set.'],
    ['an empty client id', { clientId: '' }, 'clientId must be'],
    [
      'no authentication',
      { authentication: undefined },
      'authentication.method must be one of none',
    ],
    // Else the secret would be sent in another way than the registered one.
    [
      'another method',
      { authentication: { method: 'basic', secret: 's' } },
      'authentication.method must be one of none',
    ],
    [
      'no secret',
      { authentication: { method: 'client_secret_basic' } },
      'authentication.secret must be',
    ],
    [
      'an empty secret',
      { authentication: { method: 'client_secret_post', secret: '' } },
      'authentication.secret must be',
    ],
  ])('refuses %s at creation, by name', (_, change, message) => {
    const make = () => Reflect.apply(createRelyingParty, undefined, [{ ...options(), ...change }])

    expect(make).toThrow(TypeError)
    expect(make).toThrow(message)
  })

  it.each(['authentication', 'authorization'] as const)('accepts the header %s', (header) => {
    const { userInfoHeader } = createRelyingParty(options({ userInfoHeader: header }))

    expect(userInfoHeader).toBe(header)
  })

  it.each([1, 2 ** 31 - 1])('accepts a time of %i at creation', (timeoutMs) => {
    expect(createRelyingParty(options({ timeoutMs })).timeoutMs).toBe(timeoutMs)
  })

  it('takes ten seconds, the header of the specification and either type of a logout token', () => {
    const { timeoutMs, userInfoHeader, requireLogoutTokenType } = createRelyingParty(options())

    expect([timeoutMs, userInfoHeader, requireLogoutTokenType]).toEqual([
      10_000,
      'authentication',
      false,
    ])
  })

  it.each(['5000', 0, Number.NaN, 1500.5, 2 ** 31])(
    'refuses a time of %j at creation',
    (timeoutMs) => {
      const change = {}
      Reflect.set(change, 'timeoutMs', timeoutMs)

      expect(() => createRelyingParty(options(change))).toThrow('timeoutMs must be')
    },
  )

  it.each(['http://localhost:9', 'http://127.0.0.1:9', 'http://[::1]:9'])(
    'accepts the issuer %s on the loopback interface',
    (issuer) => {
      expect(createRelyingParty(options({ issuer })).clientId).toBe(clientId)
    },
  )
})

describe('keys', () => {
  async function notice(world: World, token: string): Promise<number | undefined> {
    const body = new URLSearchParams({ logout_token: token })
    const address = world.web.addresses.backChannelLogoutUri
    return (await world.web.handle(new Request(address, { method: 'POST', body })))?.status
  }

  it('are not fetched again for a token that another key has signed under a known id', async () => {
    const world = makeWorld(provider)
    await new Browser(world.web).signIn(provider)
    const before = provider.count(jwks)
    provider.signer = await provider.makeForeignKey(provider.keys[0]?.kid ?? '')

    expect(await notice(world, await provider.logoutToken())).toBe(400)
    expect(provider.count(jwks)).toBe(before)
  })

  it('are not fetched repeatedly for unknown key ids', async () => {
    const world = makeWorld(provider)
    await new Browser(world.web).signIn(provider)
    const forged = await provider.logoutToken(({ header }) => (header.kid = 'made-up'))

    const statuses = await Promise.all([notice(world, forged), notice(world, forged)])
    for (let more = 0; more < 5; more += 1) statuses.push(await notice(world, forged))

    expect(new Set(statuses)).toEqual(new Set([400]))
    expect(provider.count(jwks)).toBeLessThanOrEqual(3)
  })

  it('are not fetched repeatedly for unknown key ids while the server fails', async () => {
    const world = makeWorld(provider)
    await new Browser(world.web).signIn(provider)
    const forged = await provider.logoutToken(({ header }) => (header.kid = 'made-up'))
    const genuine = await provider.logoutToken()
    const before = provider.count(jwks)
    let fails = true
    provider.intercept = ({ url }) =>
      fails && url.pathname === jwks ? new Response('', { status: 500 }) : undefined

    const statuses: (number | undefined)[] = []
    for (let more = 0; more < 5; more += 1) statuses.push(await notice(world, forged))
    const asked = provider.count(jwks) - before
    const meanwhile = await notice(world, genuine)
    fails = false
    world.advance(10)
    const later = await notice(world, forged)

    expect(statuses).toEqual([503, 503, 503, 503, 503])
    expect(asked).toBe(1)
    expect([meanwhile, later]).toEqual([200, 400])
  })

  it('from an hour ago are used while the server fails, which is retried now and then', async () => {
    const world = makeWorld(provider)
    await new Browser(world.web).signIn(provider)
    const before = provider.count(jwks)
    world.advance(3_600)
    provider.intercept = ({ url }) =>
      url.pathname === jwks ? new Response('', { status: 500 }) : undefined

    const statuses: (number | undefined)[] = []
    for (let more = 0; more < 5; more += 1) {
      statuses.push(await notice(world, await provider.logoutToken()))
    }
    const asked = provider.count(jwks) - before
    world.advance(10)
    await notice(world, await provider.logoutToken())

    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect([asked, provider.count(jwks) - before]).toEqual([1, 2])
  })

  it('are fetched once in ten minutes', async () => {
    const keySet = await createRelyingParty(options()).keySet()
    const fetches: number[] = []
    for (const seconds of [0, 599, 1]) {
      provider.aheadSeconds += seconds
      await keySet.get()
      fetches.push(provider.count(jwks))
    }

    expect(fetches).toEqual([1, 1, 2])
  })

  it('are not fetched again for ten seconds after a fetch that brought nothing new', async () => {
    const keySet = await createRelyingParty(options()).keySet()
    await keySet.get()
    const fetches: [boolean, number][] = []
    for (const seconds of [0, 0, 9, 1]) {
      provider.aheadSeconds += seconds
      fetches.push([(await keySet.renew()) !== undefined, provider.count(jwks)])
    }

    expect(fetches).toEqual([
      [true, 2],
      [false, 2],
      [false, 2],
      [true, 3],
    ])
  })

  it('are fetched for a rotation after many unknown key ids', async () => {
    const world = makeWorld(provider)
    await new Browser(world.web).signIn(provider)
    await notice(world, await provider.logoutToken(({ header }) => (header.kid = 'made-up')))
    await provider.rotate()

    const atOnce = await notice(world, await provider.logoutToken())
    world.advance(10)
    const later = await notice(world, await provider.logoutToken())

    expect([atOnce, later]).toEqual([400, 200])
  })

  it('are fetched for a rotation right after a failure has ended', async () => {
    const world = makeWorld(provider)
    await world.options.relyingParty.metadata()
    let fails = true
    provider.intercept = ({ url }) =>
      fails && url.pathname === jwks ? new Response('', { status: 500 }) : undefined
    const failed = await notice(world, await provider.logoutToken())
    fails = false
    const fetched = await notice(world, await provider.logoutToken())
    await provider.rotate()

    const rotated = await notice(world, await provider.logoutToken())

    expect([failed, fetched, rotated]).toEqual([503, 200, 200])
  })

  it('that cannot be fetched make a logout notice answer 503, so that the server retries', async () => {
    const world = makeWorld(provider)
    await world.options.relyingParty.metadata()
    provider.intercept = ({ url }) =>
      url.pathname === jwks ? new Response('', { status: 500 }) : undefined

    expect(await notice(world, await provider.logoutToken())).toBe(503)
  })

  it.each(['{}', '{"keys":1}', '{"keys":["a"]}', 'x'])('are refused as %s', async (text) => {
    const world = makeWorld(provider)
    provider.intercept = ({ url }) => (url.pathname === jwks ? new Response(text) : undefined)

    await new Browser(world.web).signIn(provider)

    expect(world.failures).toMatchObject([{ reason: 'metadata_unreadable', subject: 'jwks_uri' }])
  })
})

describe('tokens signed with one of several keys', () => {
  async function verifyWith(kids: readonly string[], signer: number): Promise<unknown> {
    provider.keys = await Promise.all(kids.map((kid) => provider.makeForeignKey(kid)))
    provider.signer = provider.keys[signer]
    if (provider.signer === undefined) {
      provider.signer = await provider.makeForeignKey(kids[0] ?? '')
    }
    const { relyingParty } = makeWorld(provider).options
    const token = await provider.logoutToken(({ header }) => {
      if (header.kid === '') delete header.kid
    })
    return verifyLogoutToken(relyingParty, token).then(
      () => 'accepted',
      (error: unknown) => error,
    )
  }

  it.each([
    ['without ids', ['', ''], 0],
    ['without ids', ['', ''], 1],
    ['with the same id', ['a', 'a'], 0],
    ['with the same id', ['a', 'a'], 1],
  ])('are accepted when the keys are %s', async (_, kids, signer) => {
    expect(await verifyWith(kids, signer)).toBe('accepted')
  })

  it.each([
    ['without ids', ['', '']],
    ['with the same id', ['a', 'a']],
  ])('are refused when they are of another key and the keys are %s', async (_, kids) => {
    expect(await verifyWith(kids, -1)).toMatchObject({ reason: 'signature_invalid' })
  })

  it.each([
    ['as it is', {}, 'accepted'],
    ['of another type', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }, 'signature_invalid'],
    ['for encryption', { use: 'enc' }, 'signature_invalid'],
    ['for another algorithm', { alg: 'PS256' }, 'signature_invalid'],
    ['not for verification', { key_ops: ['encrypt'] }, 'signature_invalid'],
    ['with an exponent of 3', { e: 'Aw' }, 'signature_invalid'],
  ])('with a published key %s %j end as %s', async (_, change, outcome) => {
    const keys = await Promise.all(
      provider.keys.map(async ({ kid, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        ...change,
      })),
    )
    provider.intercept = ({ url }) => (url.pathname === jwks ? Response.json({ keys }) : undefined)
    const token = await provider.logoutToken()

    const verified = verifyLogoutToken(makeWorld(provider).options.relyingParty, token).then(
      () => 'accepted',
      ({ reason }: SignOnError) => reason,
    )

    expect(await verified).toBe(outcome)
  })
})

describe('client authentication', () => {
  it('signs an assertion for the token endpoint, with the key id', async () => {
    const { privateKey: key } = await generateKeyPair('RS256')
    const authentication = { method: 'private_key_jwt', key, keyId: 'mine' } as const
    const world = makeWorld(provider, { relyingParty: { authentication } })

    await new Browser(world.web).signIn(provider)

    const sent = provider.received.find(({ url }) => url.pathname === '/oauth2/token')
    const assertion = sent?.form.get('client_assertion') ?? ''
    expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'RS256', kid: 'mine' })
    expect(decodeJwt(assertion)).toMatchObject({
      aud: 'https://id.example/oauth2/token',
      iss: clientId,
      sub: clientId,
    })
  })

  const publicExponent = Uint8Array.of(1, 0, 1)
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent }

  /** OpenSSL and BoringSSL look for primes of this size for seconds. */
  function largeKey(): Promise<CryptoKey> {
    const numbers = Object.entries<bigint>({ ...rsaNumbers(...primesOf[4104]) })
    const members = numbers.map(([name, number]) => {
      const digits = number.toString(16)
      const bytes = digits.padStart(digits.length + (digits.length % 2), '0').match(/../g) ?? []
      return [name, base64url.encode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))]
    })
    const jwk = { kty: 'RSA', ...Object.fromEntries(members) }
    return crypto.subtle.importKey('jwk', jwk, rsa, false, ['sign'])
  }

  async function expectUnusable(key: CryptoKey): Promise<void> {
    const authentication = { method: 'private_key_jwt', key, keyId: 'mine' } as const
    const world = makeWorld(provider, { relyingParty: { authentication } })

    await new Browser(world.web).signIn(provider)

    expect(world.failures).toMatchObject([{ kind: 'misconfigured', reason: 'key_unusable' }])
  }

  it('refuses a key of 4104 bits', async () => {
    await expectUnusable(await largeKey())
  })

  it.each([
    ['1024 bits', { ...rsa, modulusLength: 1024 }, 'privateKey'],
    ['SHA-1', { ...rsa, hash: 'SHA-1' }, 'privateKey'],
    ['RSA-PSS', { ...rsa, name: 'RSA-PSS' }, 'privateKey'],
    ['the public half', rsa, 'publicKey'],
  ] as const)('refuses a key of %s', async (_, algorithm, half) => {
    const { [half]: key } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    await expectUnusable(key)
  })

  it.each([
    ['a+b', 'once', 'a+b'],
    ['a+b%', 'twice', 'a%2Bb%25'],
  ] as const)('sends the secret %s encoded %s', async (secret, encoding, posted) => {
    const authentication = { method: 'client_secret_post', secret, encoding } as const
    const world = makeWorld(provider, { relyingParty: { authentication } })

    await new Browser(world.web).signIn(provider)

    const sent = provider.received.find(({ url }) => url.pathname === '/oauth2/token')
    expect(sent?.form.get('client_secret')).toBe(posted)
  })

  it.each([
    [{ method: 'client_secret_post', secret: 'a+b' }, 'client_secret_mangled'],
    [{ method: 'client_secret_post', secret: 'ab' }, 'client_refused'],
    [{ method: 'client_secret_post', secret: 'a+b', encoding: 'twice' }, 'client_refused'],
    [{ method: 'client_secret_basic', secret: 'a+b' }, 'client_refused'],
  ] as const)('explains the refusal of %j', async (authentication, reason) => {
    const world = makeWorld(provider, { relyingParty: { authentication } })
    provider.intercept = ({ url }) =>
      url.pathname === '/oauth2/token'
        ? Response.json({ error: 'invalid_client' }, { status: 401 })
        : undefined

    await new Browser(world.web).signIn(provider)

    expect(world.failures).toMatchObject([{ kind: 'misconfigured', reason }])
    expect(String(world.failures[0])).not.toContain('a+b')
  })
})

describe('webPorts', () => {
  it('tells the time of the runtime, and waits', async () => {
    const before = Date.now()
    await webPorts.wait(5)

    expect(webPorts.now() - before).toBeGreaterThanOrEqual(4)
    expect(webPorts.now()).toBeLessThanOrEqual(Date.now())
  })
})

/** A public key with a modulus of so many bits. */
function publicJwk(bits: number) {
  return { kty: 'RSA', n: base64url.encode(new Uint8Array(bits / 8).fill(0xa5)), e: 'AQAB' }
}

describe('the published keys', () => {
  it.each([1024, 4104, 8192])('are not imported when they have %d bits', async (bits) => {
    const world = makeWorld(provider)
    const keys = [{ ...publicJwk(bits), kid: 'key-1', alg: 'RS256', use: 'sig' }]
    provider.intercept = ({ url }) =>
      url.pathname === '/.well-known/jwks.json' ? Response.json({ keys }) : undefined
    const imported = vi.spyOn(crypto.subtle, 'importKey')

    try {
      await new Browser(world.web).signIn(provider)

      const keysSeen = imported.mock.calls.filter(([, data]) => 'n' in data)
      expect(keysSeen).toEqual([])
      expect(world.failures).toMatchObject([{ kind: 'attack', reason: 'signature_invalid' }])
    } finally {
      imported.mockRestore()
    }
  })
})
