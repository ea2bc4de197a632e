import { beforeEach, describe, expect, it } from 'vitest'
import { clientId, FaultProvider, type ReceivedRequest } from '../../test/fault-provider.ts'
import { makeWorld } from '../../test/world.ts'
import {
  completeSignIn,
  refreshTokens,
  revokeTokens,
  startSignIn,
  type RelyingParty,
  type SignedIn,
} from '../index.ts'

const redirectUri = 'https://shop.example/auth/callback'

let provider: FaultProvider
let relyingParty: RelyingParty
let signedIn: SignedIn

beforeEach(async () => {
  provider = await FaultProvider.start()
  relyingParty = makeWorld(provider).options.relyingParty
  const { url, transaction } = await startSignIn(relyingParty, { redirectUri })
  signedIn = await completeSignIn(relyingParty, { url: provider.authorize(url), transaction })
})

function lastTo(path: string): ReceivedRequest | undefined {
  return provider.received.findLast(({ url }) => url.pathname === path)
}

describe('refreshTokens', () => {
  it('returns the new tokens, and repeats the redirect address when it is given', async () => {
    provider.aheadSeconds = 3_600
    const first = await refreshTokens(relyingParty, signedIn)
    const without = lastTo('/oauth2/token')?.form

    const second = await refreshTokens(relyingParty, { ...signedIn, tokens: first, redirectUri })

    expect(first).toEqual({
      accessToken: expect.stringMatching(/^access-/),
      accessTokenExpiresAt: provider.now() + 3_600,
      refreshToken: expect.stringMatching(/^refresh-/),
      idToken: expect.stringMatching(/^eyJ/),
      scope: 'openid offline profile',
    })
    for (const name of ['accessToken', 'refreshToken', 'idToken'] as const) {
      expect(new Set([signedIn.tokens[name], first[name], second[name]]).size).toBe(3)
    }
    expect(without?.has('redirect_uri')).toBe(false)
    expect(lastTo('/oauth2/token')?.form.get('redirect_uri')).toBe(redirectUri)
  })

  it('keeps what the answer leaves out', async () => {
    provider.tokenResponse = (body) => {
      for (const name of ['refresh_token', 'id_token', 'scope', 'expires_in']) delete body[name]
    }

    const renewed = await refreshTokens(relyingParty, signedIn)

    expect(renewed.accessToken).not.toBe(signedIn.tokens.accessToken)
    expect(renewed).toEqual({ ...signedIn.tokens, accessToken: renewed.accessToken })
  })

  it('takes the granted scopes', async () => {
    provider.tokenResponse = (body) => void (body['scope'] = 'openid')

    expect((await refreshTokens(relyingParty, signedIn)).scope).toBe('openid')
  })

  it('accepts a trailing slash by which the renewed id_token differs', async () => {
    provider.idToken = ({ claims }) => void (claims.iss = 'https://id.example')

    await expect(refreshTokens(relyingParty, signedIn)).resolves.toBeDefined()
  })

  it.each([
    ['of another customer', 'subject_changed', { sub: 'customer-2' }],
    ['of another issuer', 'id_token_invalid', { iss: 'https://evil.example/' }],
    ['for another client', 'id_token_invalid', { aud: ['other'] }],
    ['with the hash of another access token', 'at_hash_mismatch', { at_hash: 'AAAA' }],
    ['with a login to come', 'id_token_out_of_date', { auth_time: 9_999_999_999 }],
  ])('refuses an id_token %s', async (_, reason, change) => {
    provider.idToken = ({ claims }) => void Object.assign(claims, change)

    await expect(refreshTokens(relyingParty, signedIn)).rejects.toMatchObject({ reason })
  })

  it('refuses an id_token that is signed with a key that the server has not published', async () => {
    provider.signer = await provider.makeForeignKey(provider.keys[0]?.kid ?? '')

    const refused = { kind: 'attack', reason: 'signature_invalid' }
    await expect(refreshTokens(relyingParty, signedIn)).rejects.toMatchObject(refused)
  })

  it('asks nobody without a refresh token', async () => {
    const { refreshToken: _, ...tokens } = signedIn.tokens
    const before = provider.received.length

    const refused = refreshTokens(relyingParty, { ...signedIn, tokens })

    await expect(refused).rejects.toMatchObject({ reason: 'session_ended' })
    expect(provider.received).toHaveLength(before)
  })

  it('sends the refresh token of one identity server to no other', async () => {
    const identity = { ...signedIn.identity, issuer: 'https://other.example/' }
    const before = provider.count('/oauth2/token')

    const refused = refreshTokens(relyingParty, { ...signedIn, identity })

    await expect(refused).rejects.toMatchObject({ kind: 'attack', reason: 'issuer_mismatch' })
    expect(provider.count('/oauth2/token')).toBe(before)
  })

  it('passes on the abort of its caller', async () => {
    const leaving = AbortSignal.abort(new Error('the page was left'))
    provider.intercept = ({ url }) =>
      url.pathname === '/oauth2/token' ? Promise.reject(new TypeError('aborted')) : undefined

    const refused = refreshTokens(relyingParty, { ...signedIn, signal: leaving })

    await expect(refused).rejects.toThrow('aborted')
  })
})

describe('revokeTokens', () => {
  it.each([
    ['refresh token where there is one', 'refresh-1', 'refresh-1', 'refresh_token'],
    ['access token otherwise', undefined, 'access-1', 'access_token'],
  ])('sends the %s, and says which it is', async (_, refreshToken, token, hint) => {
    await revokeTokens(relyingParty, {
      accessToken: 'access-1',
      ...(refreshToken !== undefined && { refreshToken }),
    })

    const sent = lastTo('/oauth2/revoke')
    expect(Object.fromEntries(sent?.form ?? [])).toEqual({ token, token_type_hint: hint })
    expect(sent?.headers.get('authorization')).toMatch(/^Basic /)
  })

  it('names the client that has no secret', async () => {
    const authentication = { method: 'none' } as const
    const native = makeWorld(provider, { relyingParty: { authentication } }).options.relyingParty

    await revokeTokens(native, { accessToken: 'access-1' })

    expect(lastTo('/oauth2/revoke')?.form.get('client_id')).toBe(clientId)
  })

  it('fails when the server names no endpoint for it', async () => {
    provider.document = (document) => delete document['revocation_endpoint']
    const fresh = makeWorld(provider).options.relyingParty

    await expect(revokeTokens(fresh, signedIn.tokens)).rejects.toMatchObject({
      reason: 'endpoint_missing',
      subject: 'revocation_endpoint',
    })
  })

  it('fails when the server refuses the client', async () => {
    provider.intercept = () => Response.json({ error: 'invalid_client' }, { status: 401 })

    await expect(revokeTokens(relyingParty, signedIn.tokens)).rejects.toMatchObject({
      reason: 'client_refused',
      serverStatus: 401,
    })
  })

  it('passes on the abort of its caller', async () => {
    provider.intercept = () => Promise.reject(new TypeError('aborted'))
    const leaving = AbortSignal.abort(new Error('the page was left'))

    const revoked = revokeTokens(relyingParty, signedIn.tokens, leaving)

    await expect(revoked).rejects.toThrow('aborted')
  })
})
