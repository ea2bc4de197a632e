import { base64url } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { clientId, FaultProvider } from '../../test/fault-provider.ts'
import { makeWorld } from '../../test/world.ts'
import { readReturnTo, readTransaction, startSignIn, type RelyingParty } from '../index.ts'

const redirectUri = 'https://shop.example/auth/callback'

let provider: FaultProvider
let relyingParty: RelyingParty

beforeEach(async () => {
  provider = await FaultProvider.start()
  relyingParty = makeWorld(provider).options.relyingParty
})

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url.encode(new Uint8Array(digest))
}

describe('startSignIn', () => {
  it('sends what the transaction keeps, and its verifier only as a hash', async () => {
    const { url, transaction } = await startSignIn(relyingParty, { redirectUri })

    const random = expect.stringMatching(/^[\w-]{43}$/)
    expect(transaction).toEqual({
      state: random,
      nonce: random,
      codeVerifier: random,
      sessionId: random,
      issuer: 'https://id.example/',
      redirectUri,
      scope: 'openid offline profile',
      startedAt: provider.now(),
    })
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid offline profile',
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await challengeOf(transaction.codeVerifier),
      code_challenge_method: 'S256',
    })
    const { state, nonce, codeVerifier, sessionId } = transaction
    expect(new Set([state, nonce, codeVerifier, sessionId]).size).toBe(4)
  })

  it('sends and keeps what was asked for', async () => {
    const { url, transaction } = await startSignIn(relyingParty, {
      redirectUri,
      returnTo: '/cart',
      maxLoginAgeSeconds: 0,
      acrValues: 'two-factors',
      loginHint: '0900000123',
      uiLocales: 'vi en',
    })

    expect(transaction).toMatchObject({ returnTo: '/cart', maxLoginAgeSeconds: 0 })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      max_age: '0',
      acr_values: 'two-factors',
      login_hint: '0900000123',
      ui_locales: 'vi en',
    })
  })

  it.each(['none', 'login', 'consent'] as const)('sends the prompt %s', async (prompt) => {
    const { url } = await startSignIn(relyingParty, { redirectUri, prompt })

    expect(new URL(url).searchParams.get('prompt')).toBe(prompt)
  })

  it.each([
    ['', 'openid'],
    ['profile', 'openid profile'],
    [' profile   offline ', 'openid profile offline'],
    ['profile openid', 'profile openid'],
    ['openid2', 'openid openid2'],
  ])('sends the scope %j as %j', async (scope, sent) => {
    const { url, transaction } = await startSignIn(relyingParty, { redirectUri, scope })

    expect(new URL(url).searchParams.get('scope')).toBe(sent)
    expect(transaction.scope).toBe(sent)
  })

  it('keeps the query of the endpoint', async () => {
    provider.document = (document) => {
      document['authorization_endpoint'] = 'https://id.example/oauth2/auth?tenant=1'
    }

    const { url } = await startSignIn(relyingParty, { redirectUri })

    expect(new URL(url).searchParams.get('tenant')).toBe('1')
  })
})

describe('readTransaction', () => {
  const kept = {
    state: 'state-1',
    nonce: 'nonce-1',
    codeVerifier: 'verifier-1',
    issuer: 'https://id.example/',
    redirectUri,
    scope: 'openid',
    startedAt: 1_000,
    sessionId: 'session-1',
  }

  it.each([
    ['without anything that may be left out', kept],
    ['with everything that may be left out', { ...kept, returnTo: '/cart', maxLoginAgeSeconds: 0 }],
  ])('reads one %s', (_, transaction) => {
    expect(readTransaction(JSON.stringify({ ...transaction, more: 1 }))).toEqual(transaction)
  })

  it.each(['state', 'nonce', 'codeVerifier', 'issuer', 'redirectUri', 'scope', 'sessionId'])(
    'refuses one without %s, or with a number in its place',
    (name) => {
      for (const value of [undefined, null, 7]) {
        expect(() => readTransaction(JSON.stringify({ ...kept, [name]: value }))).toThrow(
          expect.objectContaining({ reason: 'transaction_missing' }),
        )
      }
    },
  )

  it.each([
    ['a return path', { returnTo: 7 }],
    ['a login age', { maxLoginAgeSeconds: '900' }],
    ['a start', { startedAt: '1000' }],
  ])('refuses one with %s of another type', (_, change) => {
    expect(() => readTransaction(JSON.stringify({ ...kept, ...change }))).toThrow(
      expect.objectContaining({ reason: 'transaction_missing' }),
    )
  })

  it('takes one without a start as expired', () => {
    expect(readTransaction(JSON.stringify({ ...kept, startedAt: undefined })).startedAt).toBe(0)
  })

  it.each(['', 'null', '[]', '"text"', '{'])('refuses %j', (json) => {
    expect(() => readTransaction(json)).toThrow(
      expect.objectContaining({ reason: 'transaction_missing' }),
    )
  })
})

describe('readReturnTo', () => {
  const origin = 'https://shop.example'

  it.each([
    ['/', '/'],
    ['/cart?step=2#sum', '/cart?step=2#sum'],
    ['cart', '/cart'],
    ['?tab=2', '/?tab=2'],
    ['https://shop.example/cart', '/cart'],
    ['HTTPS://SHOP.example:443/cart', '/cart'],
    ['/a/../cart', '/cart'],
    [`/${'a'.repeat(2_047)}`, `/${'a'.repeat(2_047)}`],
  ])('leads from %j to %j', (value, path) => {
    expect(readReturnTo(value, origin)).toBe(path)
  })

  it.each([
    ['nothing', undefined],
    ['another origin', 'https://evil.example/'],
    ['another port', 'https://shop.example:8443/'],
    ['plain http', 'http://shop.example/'],
    ['a host without its scheme', '//evil.example/'],
    ['a path that a browser takes for a host', 'https://shop.example//evil.example/'],
    ['a path that becomes a host when it is resolved', '/./\\evil.example'],
    ['a user', 'https://user@shop.example/'],
    ['a password alone', 'https://:password@shop.example/'],
    ['a user and a password', 'https://user:password@shop.example/'],
    ['no address', 'http://['],
    ['a port that does not exist', 'https://shop.example:99999/'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['2,049 letters', `/${'a'.repeat(2_048)}`],
    ['2,049 letters that are a short path', `/${'./'.repeat(1_024)}`],
    ['a path of 2,049 letters when it is escaped', `/${'a'.repeat(2_043)}ế`],
  ])('leads nowhere from %s', (_, value) => {
    expect(readReturnTo(value, origin)).toBeUndefined()
  })

  it('leads to the origin with its port only', () => {
    expect(readReturnTo('http://localhost:8787/a', 'http://localhost:8787')).toBe('/a')
    expect(readReturnTo('http://localhost:8788/a', 'http://localhost:8787')).toBeUndefined()
  })
})
