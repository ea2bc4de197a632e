import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../test/fault-provider.ts'
import { makeWorld } from '../../test/world.ts'
import {
  completeSignIn,
  startSignIn,
  type RelyingParty,
  type SignedIn,
  type SignInRequest,
} from '../index.ts'

const redirectUri = 'https://shop.example/auth/callback'
const server = 'https://id.example/'

let provider: FaultProvider
let relyingParty: RelyingParty

beforeEach(async () => {
  provider = await FaultProvider.start()
  relyingParty = makeWorld(provider).options.relyingParty
})

async function signIn(request: Partial<SignInRequest> = {}): Promise<SignedIn> {
  const { url, transaction } = await startSignIn(relyingParty, { redirectUri, ...request })
  return completeSignIn(relyingParty, { url: provider.authorize(url), transaction })
}

async function callbackWith(query: string) {
  const { url, transaction } = await startSignIn(relyingParty, { redirectUri })
  const callback = `${provider.authorize(url)}${query}`
  return completeSignIn(relyingParty, { url: callback, transaction })
}

describe('completeSignIn', () => {
  it('returns the tokens, and the customer under the issuer of the discovery document', async () => {
    provider.idToken = ({ claims }) => {
      claims.iss = 'https://id.example'
      claims['auth_time'] = provider.now() - 5.5
    }

    const signedIn = await signIn({ returnTo: '/cart' })

    expect(signedIn).toEqual({
      tokens: {
        accessToken: expect.stringMatching(/^access-/),
        accessTokenExpiresAt: provider.now() + 3_600,
        refreshToken: expect.stringMatching(/^refresh-/),
        idToken: expect.stringMatching(/^eyJ/),
        scope: 'openid offline profile',
      },
      identity: {
        issuer: server,
        subject: 'customer-1',
        sid: 'login-1',
        issuedAt: provider.now(),
        authenticatedAt: provider.now() - 6,
      },
      returnTo: '/cart',
    })
  })

  it('takes the requested scopes and an hour where the answer names none', async () => {
    provider.tokenResponse = (body) => {
      delete body['scope']
      delete body['expires_in']
    }

    const { tokens, ...rest } = await signIn({ scope: 'openid' })

    expect(tokens).toEqual({
      accessToken: expect.stringMatching(/^access-/),
      accessTokenExpiresAt: provider.now() + 3_600,
      idToken: expect.stringMatching(/^eyJ/),
      scope: 'openid',
    })
    expect(rest).toEqual({ identity: expect.objectContaining({ subject: 'customer-1' }) })
  })

  it('takes the granted scopes and a lifetime with a fraction of a second', async () => {
    provider.tokenResponse = (body) => Object.assign(body, { scope: 'openid', expires_in: 59.9 })

    expect((await signIn()).tokens).toMatchObject({
      accessTokenExpiresAt: provider.now() + 59,
      scope: 'openid',
    })
  })

  it.each([
    ['of another type', { sid: 7, acr: 7, amr: 'pwd', auth_time: undefined }],
    ['empty', { sid: '', acr: '', auth_time: undefined }],
  ])('drops what is %s about the login', async (_, change) => {
    provider.idToken = ({ claims }) => void Object.assign(claims, change)

    expect((await signIn()).identity).toEqual({
      issuer: server,
      subject: 'customer-1',
      issuedAt: provider.now(),
    })
  })

  // The mix-up attack: a callback of one server must not bring its code to another one.
  it('refuses the callback of a sign-in that began at another identity server', async () => {
    const { url, transaction } = await startSignIn(relyingParty, { redirectUri })
    const callback = provider.authorize(url)
    const other = await FaultProvider.start()
    other.issuer = 'https://other.example/'
    const atOther = makeWorld(other, { relyingParty: { issuer: other.issuer } }).options

    const completed = completeSignIn(atOther.relyingParty, { url: callback, transaction })

    await expect(completed).rejects.toMatchObject({ kind: 'attack', reason: 'issuer_mismatch' })
    expect(other.count('/oauth2/token')).toBe(0)
  })

  it.each([
    ['of another server', `&iss=https://evil.example/`],
    ['twice', `&iss=${server}&iss=${server}`],
    ['first of this and then of another server', `&iss=${server}&iss=https://evil.example/`],
    ['empty', '&iss='],
  ])('refuses a callback with an issuer %s, and spends no code on it', async (_, query) => {
    const refused = { kind: 'attack', reason: 'issuer_mismatch' }

    await expect(callbackWith(query)).rejects.toMatchObject(refused)
    expect(provider.count('/oauth2/token')).toBe(0)
  })

  it.each([false, true])(
    'accepts a callback with its issuer (required: %s)',
    async (isRequired) => {
      provider.document = (document) => {
        document['authorization_response_iss_parameter_supported'] = isRequired
      }

      await expect(callbackWith(`&iss=${server}`)).resolves.toMatchObject({
        identity: { issuer: server },
      })
    },
  )

  it.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'another')],
    ['no state', (query: URLSearchParams) => query.delete('state')],
    [
      'its state twice',
      (query: URLSearchParams) => query.append('state', query.get('state') ?? ''),
    ],
  ])('refuses a callback with %s, and spends no code on it', async (_, change) => {
    provider.callback = change

    await expect(signIn()).rejects.toMatchObject({ kind: 'attack', reason: 'state_mismatch' })
    expect(provider.count('/oauth2/token')).toBe(0)
  })

  it('accepts a callback for half an hour', async () => {
    const { url, transaction } = await startSignIn(relyingParty, { redirectUri })
    const callback = provider.authorize(url)
    provider.aheadSeconds = 1_801

    const late = completeSignIn(relyingParty, { url: callback, transaction })
    await expect(late).rejects.toMatchObject({ reason: 'transaction_expired' })
    expect(provider.count('/oauth2/token')).toBe(0)
    provider.aheadSeconds = 1_800

    await expect(
      completeSignIn(relyingParty, { url: callback, transaction }),
    ).resolves.toBeDefined()
  })

  it.each([
    [30, true],
    [31, false],
  ])('a login time of %i seconds after now is accepted: %s', async (seconds, isAccepted) => {
    provider.idToken = ({ claims }) => {
      claims.iat = provider.now() - 100
      claims['auth_time'] = provider.now() + seconds
    }
    const outcome = await signIn().then(
      () => true,
      (error: unknown) => error,
    )

    expect(outcome).toEqual(
      isAccepted ||
        expect.objectContaining({ reason: 'id_token_out_of_date', subject: 'auth_time' }),
    )
  })

  it('accepts a login time that is the time of issue on a clock that is ahead', async () => {
    provider.idToken = ({ claims }) => {
      claims.iat = provider.now() + 100
      claims['auth_time'] = provider.now() + 130
    }

    expect((await signIn()).identity.authenticatedAt).toBe(provider.now() + 130)
  })

  it('needs no at_hash, which the code flow may leave out', async () => {
    provider.idToken = ({ claims }) => delete claims['at_hash']

    await expect(signIn()).resolves.toMatchObject({ identity: { subject: 'customer-1' } })
  })

  it('passes on the abort of its caller', async () => {
    const { url, transaction } = await startSignIn(relyingParty, { redirectUri })
    const leaving = new AbortController()
    const reason = new Error('the page was left')
    provider.intercept = ({ url: { pathname } }) => {
      if (pathname !== '/oauth2/token') return undefined
      leaving.abort(reason)
      return Promise.reject(reason)
    }
    const callback = { url: provider.authorize(url), transaction, signal: leaving.signal }

    await expect(completeSignIn(relyingParty, callback)).rejects.toBe(reason)
  })
})
