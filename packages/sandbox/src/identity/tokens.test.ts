import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  authorizationUrl,
  code,
  exchange,
  openJwt,
  post,
  redirectUri,
  refresh,
  send,
  shopBasic,
  userInfo,
} from '../../test/identity-bench.ts'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.setRules({})
  await bench.control.moveClock({ run: true })
  await bench.control.clearIdentityFaults()
})

async function tokens(scope = 'openid offline profile') {
  return (await exchange(await code(bench, { scope }))).json
}

describe('a code', () => {
  // Specification: 2.14.1, 4.1.3, 5.5.5
  it('is exchanged for tokens with the default lifetimes', async () => {
    const answer = await exchange(await code(bench))

    expect(answer).toMatchObject({ status: 200 })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.json).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
      expires_in: 3600,
      id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
      scope: 'openid offline profile',
      token_type: 'bearer',
    })
  })

  it('returns an id_token with every claim of the server', async () => {
    await bench.control.moveClock({ freezeAt: 1_800_000_000 })
    const [current] = await bench.control.signingKeys()

    const [header, claims] = openJwt((await tokens())['id_token'])

    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: current?.kid })
    expect(claims).toEqual({
      iss: 'http://localhost/',
      sub: 'U-AN',
      aud: ['edge-shop'],
      iat: 1_800_000_000,
      exp: 1_800_003_600,
      auth_time: 1_800_000_000,
      rat: 1_800_000_000,
      nonce: 'a-nonce-of-mine',
      at_hash: expect.stringMatching(/^[\w-]{22}$/),
      jti: expect.any(String),
      sid: expect.any(String),
    })
  })

  it('returns acr and amr to clients that are registered for them', async () => {
    const { client } = await bench.control.registerSignOnClient({
      clientId: freshId('desk'),
      redirectUris: [redirectUri],
      tokenEndpointAuthMethod: 'none',
      acr: 'two-factors',
      amr: ['pwd', 'otp', 'mfa'],
    })
    const { clientId } = client
    const text = await code(bench, { client_id: clientId })
    const answer = await exchange(text, { client_id: clientId }, {})
    const [, claims] = openJwt(answer.json['id_token'])

    expect(claims).toMatchObject({ acr: 'two-factors', amr: ['pwd', 'otp', 'mfa'] })
  })

  it('returns a refresh token only for offline, and an id_token only for openid', async () => {
    const names = async (scope: string) => Object.keys(await tokens(scope))

    expect(await names('openid profile')).not.toContain('refresh_token')
    expect(await names('offline_access profile')).toContain('refresh_token')
    expect(await names('offline_access profile')).not.toContain('id_token')
  })

  it('works once; its second use revokes the tokens of the first', async () => {
    const text = await code(bench)
    const first = await exchange(text)

    const second = await exchange(text)

    expect(second).toMatchObject({
      status: 400,
      json: {
        error: 'invalid_grant',
        error_description: expect.any(String),
        error_hint: expect.any(String),
        status_code: 400,
      },
    })
    expect((await userInfo(first.json['access_token'])).status).toBe(401)
    expect((await refresh(first.json['refresh_token'])).json['error']).toBe('invalid_grant')
  })

  it('leaves no working token when it is used ten times at once', async () => {
    const text = await code(bench)

    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(text)))

    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect((await userInfo(won[0]?.json['access_token'])).status).toBe(401)
  })

  it('expires after ten minutes', async () => {
    await bench.control.moveClock({ freezeAt: 1_800_000_000 })
    const [inTime, tooLate] = [await code(bench), await code(bench)]
    await bench.control.moveClock({ advanceSeconds: 599 })
    const early = await exchange(inTime)
    await bench.control.moveClock({ advanceSeconds: 1 })

    const late = await exchange(tooLate)

    expect([early.status, late.status]).toEqual([200, 400])
  })

  // Specification: 4.1.5
  it('is used up by a wrong code_verifier', async () => {
    const text = await code(bench)
    const wrong = await exchange(text, { code_verifier: 'x'.repeat(43) })

    const right = await exchange(text)

    expect([wrong.json['error'], right.json['error']]).toEqual(['invalid_grant', 'invalid_grant'])
  })

  it.each([
    ['no code_verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['a short code_verifier', { code_verifier: 'short' }, 'invalid_grant'],
    ['another redirect_uri', { redirect_uri: `${redirectUri}/` }, 'invalid_grant'],
    ['no redirect_uri', { redirect_uri: undefined }, 'invalid_grant'],
    ['an unknown code', { code: 'nobody.knows' }, 'invalid_grant'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 'invalid_request'],
    ['client_credentials', { grant_type: 'client_credentials' }, 'invalid_grant'],
  ])('is refused with %s', async (_what, changes, error) => {
    const answer = await exchange(await code(bench), changes)

    expect(answer).toMatchObject({ status: 400, json: { error, status_code: 400 } })
  })

  it('is refused with a verifier when it was requested without a challenge', async () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined }

    const refused = await exchange(await code(bench, without))
    const taken = await exchange(await code(bench, without), { code_verifier: undefined })

    expect([refused.json['error'], taken.status]).toEqual(['invalid_grant', 200])
  })

  it('is refused when another client uses it', async () => {
    const text = await code(bench)

    const answer = await exchange(text, { client_id: 'edge-cli' }, {})

    expect(answer.json['error']).toBe('invalid_grant')
  })

  it('is refused at the token endpoint when its nonce is shorter than eight characters', async () => {
    const answer = await exchange(await code(bench, { nonce: 'short' }))

    expect(answer.json['error']).toBe('insufficient_entropy')
  })

  it('returns an empty nonce when none was sent, and none in the profile strict', async () => {
    const claims = async () =>
      openJwt((await exchange(await code(bench, { nonce: undefined }))).json['id_token'])[1]
    const ofHydra = await claims()
    await bench.control.setRules({ identity: { profile: 'strict' } })

    const ofStrict = await claims()

    expect(ofHydra['nonce']).toBe('')
    expect(ofStrict).not.toHaveProperty('nonce')
  })
})

describe('the token endpoint', () => {
  // Specification: 4.1.4
  it('accepts a multipart form', async () => {
    const form = new FormData()
    form.set('grant_type', 'refresh_token')
    form.set('refresh_token', String((await tokens())['refresh_token']))
    form.set('redirect_uri', redirectUri)

    const answer = await post('/oauth2/token', form)

    expect(answer.status).toBe(200)
  })

  it('refuses JSON, and a parameter that comes twice', async () => {
    const json = await send('/oauth2/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: shopBasic },
      body: '{"grant_type":"authorization_code"}',
    })
    const twice = await post('/oauth2/token', new URLSearchParams('grant_type=a&grant_type=b'))

    expect(await json.json()).toMatchObject({ error: 'invalid_request', status_code: 400 })
    expect(twice.json['error_hint']).toBe('The parameter grant_type comes twice.')
  })

  it.each([
    ['no client', {}, {}],
    ['an unknown client', { client_id: 'nobody' }, {}],
    ['a wrong secret', {}, { authorization: `Basic ${btoa('edge-shop:wrong')}` }],
    ['the secret in the body', { client_id: 'edge-shop', client_secret: 'edge-shop-secret' }, {}],
    ['no secret', { client_id: 'edge-shop' }, {}],
    ['a secret of a public client', { client_id: 'edge-cli', client_secret: 'anything' }, {}],
  ])('refuses %s', async (_what, fields, headers) => {
    const answer = await exchange(await code(bench), fields, headers)

    expect(answer).toMatchObject({
      status: 401,
      json: { error: 'invalid_client', status_code: 401 },
    })
  })

  // Specification: 5.5.1
  it('refuses a client that authenticates in two ways', async () => {
    const twice = { client_id: 'edge-shop', client_secret: 'edge-shop-secret' }

    const answer = await exchange(await code(bench), twice)

    expect(answer.json['error']).toBe('invalid_request')
  })

  it('decodes a secret in the body twice, as the real server does', async () => {
    const clientSecret = 'a+secret%20'
    const { client } = await bench.control.registerSignOnClient({
      clientId: freshId('post'),
      clientSecret,
      tokenEndpointAuthMethod: 'client_secret_post',
      redirectUris: [redirectUri],
    })
    const { clientId } = client
    const attempt = async (secret: string) => {
      const fields = { client_id: clientId, client_secret: secret }
      return (await exchange(await code(bench, { client_id: clientId }), fields, {})).status
    }

    const ofHydra = [await attempt(clientSecret), await attempt(encodeURIComponent(clientSecret))]
    await bench.control.setRules({ identity: { profile: 'strict' } })
    const ofStrict = await attempt(clientSecret)

    expect([...ofHydra, ofStrict]).toEqual([401, 200, 200])
  })
})

describe('a client assertion', () => {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  let key: CryptoKey
  const clientId = freshId('assertion')

  beforeAll(async () => {
    const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    if (!('privateKey' in pair)) throw new TypeError('no pair')
    key = pair.privateKey
    const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
    if (!('n' in jwk)) throw new TypeError('no JWK')
    await bench.control.registerSignOnClient({
      clientId,
      tokenEndpointAuthMethod: 'private_key_jwt',
      redirectUris: [redirectUri],
      jwks: { keys: [{ kty: 'RSA', kid: 'k1', use: 'sig', n: jwk.n ?? '', e: jwk.e ?? '' }] },
    })
  })

  async function attempt(changes: Record<string, unknown> = {}, header: object = {}) {
    const { now } = (await bench.control.state()).clock
    const base64url = (text: string) =>
      btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    const claims = {
      iss: clientId,
      sub: clientId,
      aud: 'http://localhost/oauth2/token',
      jti: freshId('jti'),
      exp: now + 60,
      ...changes,
    }
    const text = [{ alg: 'RS256', kid: 'k1', ...header }, claims]
      .map((part) => base64url(JSON.stringify(part)))
      .join('.')
    const signed = await crypto.subtle.sign(algorithm.name, key, new TextEncoder().encode(text))
    const assertion = `${text}.${base64url(String.fromCharCode(...new Uint8Array(signed)))}`
    const fields = {
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }
    const answer = await exchange(await code(bench, { client_id: clientId }), fields, {})
    return answer.status
  }

  it('is accepted once, with the token endpoint as its audience', async () => {
    const jti = freshId('once')

    const statuses = [await attempt({ jti }), await attempt({ jti })]

    expect(statuses).toEqual([200, 401])
  })

  it('may have the issuer as its audience in the profile strict only', async () => {
    const ofHydra = await attempt({ aud: 'http://localhost/' })
    await bench.control.setRules({ identity: { profile: 'strict' } })

    const ofStrict = await attempt({ aud: 'http://localhost' })

    expect([ofHydra, ofStrict]).toEqual([401, 200])
  })

  it.each([
    ['has expired', { exp: 1 }, {}],
    ['has no exp', { exp: undefined }, {}],
    ['is of another client', { iss: 'edge-shop', sub: 'edge-shop' }, {}],
    ['names no key', {}, { kid: undefined }],
    ['names another algorithm', {}, { alg: 'HS256' }],
  ])('is refused when it %s', async (_what, changes, header) => {
    expect(await attempt(changes, header)).toBe(401)
  })
})

describe('a refresh token', () => {
  it('is replaced at each use, and the access token with it', async () => {
    const first = await tokens()

    const second = (await refresh(first['refresh_token'])).json

    expect(second['refresh_token']).not.toBe(first['refresh_token'])
    expect((await userInfo(first['access_token'])).status).toBe(401)
    expect((await userInfo(second['access_token'])).status).toBe(200)
    expect(openJwt(second['id_token'])[1]).toMatchObject({ sub: 'U-AN', nonce: '' })
  })

  it('is refused at its second use without further effect, as the real server does', async () => {
    const first = await tokens()
    const second = (await refresh(first['refresh_token'])).json

    const again = await refresh(first['refresh_token'])

    expect(again).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect((await userInfo(second['access_token'])).status).toBe(200)
  })

  it('revokes its whole grant at its second use in the profile strict', async () => {
    await bench.control.setRules({ identity: { profile: 'strict' } })
    const first = await tokens()
    const second = (await refresh(first['refresh_token'])).json

    const again = await refresh(first['refresh_token'])

    expect(again).toMatchObject({ status: 401, json: { error: 'token_inactive' } })
    expect((await userInfo(second['access_token'])).status).toBe(401)
  })

  it('works for one of ten requests that use it at the same time', async () => {
    const first = await tokens()

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refresh(first['refresh_token'])),
    )

    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect((await userInfo(won[0]?.json['access_token'])).status).toBe(200)
  })

  it('expires after 720 hours, and is then an invalid request', async () => {
    await bench.control.moveClock({ freezeAt: 1_800_000_000 })
    const first = await tokens()
    await bench.control.moveClock({ advanceSeconds: 720 * 3600 })

    const late = await refresh(first['refresh_token'])

    expect(late.json['error']).toBe('invalid_request')
  })

  it('works without a secret for a public client', async () => {
    const loopback = 'http://127.0.0.1:53117/callback'
    const text = await code(bench, { client_id: 'edge-cli', redirect_uri: loopback })
    const fields = { client_id: 'edge-cli', redirect_uri: loopback }
    const first = await exchange(text, fields, {})

    const second = await post(
      '/oauth2/token',
      {
        grant_type: 'refresh_token',
        refresh_token: String(first.json['refresh_token']),
        client_id: 'edge-cli',
        redirect_uri: loopback,
        client_secret: '',
      },
      {},
    )

    expect([first.status, second.status]).toEqual([200, 200])
  })
})

describe('user-info', () => {
  it('returns only the claims of the granted scopes', async () => {
    const scopes = ['openid', 'profile', 'phone', 'email', 'address', 'identity']
    const fields = async (scope: string) => {
      const { json } = await userInfo((await tokens(`openid ${scope}`))['access_token'])
      return Object.keys(json['data'] as object).sort()
    }

    const opened = await Promise.all(scopes.map(fields))

    expect(opened).toEqual([
      [],
      ['dob', 'full_name', 'gender', 'nationality'],
      ['phone_number'],
      ['email'],
      ['addresses'],
      ['identity_documents'],
    ])
  })

  it('is an envelope of data and meta', async () => {
    const { json } = await userInfo((await tokens('openid phone'))['access_token'])

    expect(json).toEqual({ data: { phone_number: '0900000001' }, meta: { code: 200 } })
  })

  it('reads Authorization only if the rules say so', async () => {
    const { access_token: token } = await tokens()
    const before = await userInfo(token, 'authorization')
    await bench.control.setRules({ identity: { userInfoAuthorization: true } })

    const after = await userInfo(token, 'authorization')

    expect([before.status, after.status]).toEqual([401, 200])
    expect(before.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  })

  it('refuses an access token after its hour', async () => {
    await bench.control.moveClock({ freezeAt: 1_800_000_000 })
    const { access_token: token } = await tokens()
    await bench.control.moveClock({ advanceSeconds: 3599 })
    const early = await userInfo(token)
    await bench.control.moveClock({ advanceSeconds: 1 })

    const late = await userInfo(token)

    expect([early.status, late.status]).toEqual([200, 401])
  })

  it('refuses a refresh token, and a request without a token', async () => {
    const { refresh_token: token } = await tokens()

    const answers = [await userInfo(token), await userInfo('')]

    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })

  it('returns a changed profile', async () => {
    await bench.control.changeCustomerProfile('U-AN', { email: 'new@customers.example' })

    const { json } = await userInfo((await tokens('openid email'))['access_token'])

    expect(json['data']).toEqual({ email: 'new@customers.example' })
  })
})

describe('revocation', () => {
  it.each(['access_token', 'refresh_token'])('of the %s ends both', async (name) => {
    const issued = await tokens()

    const answer = await post('/oauth2/revoke', { token: String(issued[name]) })

    expect(answer).toMatchObject({ status: 200, json: {} })
    expect((await userInfo(issued['access_token'])).status).toBe(401)
    expect((await refresh(issued['refresh_token'])).json['error']).toBe('invalid_grant')
  })

  it('of an unknown token, or of one of another client, changes nothing and answers as if it did', async () => {
    const issued = await tokens()
    const asCli = { client_id: 'edge-cli', token: String(issued['access_token']) }

    const answers = [
      await post('/oauth2/revoke', { token: 'nobody.knows' }),
      await post('/oauth2/revoke', asCli, {}),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await userInfo(issued['access_token'])).status).toBe(200)
  })

  it('requires client authentication and a token', async () => {
    const answers = [
      await post('/oauth2/revoke', { token: 'x', client_id: 'edge-shop' }, {}),
      await post('/oauth2/revoke', { token_type_hint: 'access_token' }),
    ]

    expect(answers.map(({ json }) => json['error'])).toEqual(['invalid_client', 'invalid_request'])
  })
})

describe('what is stored', () => {
  it('contains no code, token or secret in plain text', async () => {
    const text = await code(bench)
    const issued = (await exchange(text)).json
    const secrets = [text, issued['access_token'], issued['refresh_token'], 'edge-shop-secret']

    const rows = await Promise.all(
      ['identity_code', 'identity_token', 'identity_client', 'identity_session'].map((table) =>
        env.DB.prepare(`SELECT * FROM ${table}`).all(),
      ),
    )

    const stored = JSON.stringify(rows.map(({ results }) => results))
    expect(stored).toContain('edge-shop')
    expect(secrets.filter((secret) => stored.includes(String(secret)))).toEqual([])
  })

  it('is deleted at a reset, except for the signing key', async () => {
    const before = await bench.control.signingKeys()
    const { access_token: token } = await tokens()
    await bench.control.reset()

    const after = await bench.control.signingKeys()

    expect(after).toEqual(before)
    expect((await userInfo(token)).status).toBe(401)
    expect((await send(authorizationUrl())).status).toBe(302)
  })
})
