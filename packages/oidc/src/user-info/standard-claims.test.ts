import { beforeEach, describe, expect, it } from 'vitest'
import { clientId, FaultProvider } from '../../test/fault-provider.ts'
import { makeWorld } from '../../test/world.ts'
import { fetchStandardClaims, type RelyingParty } from '../index.ts'

const request = { accessToken: 'access-1', subject: 'customer-1' }

let provider: FaultProvider
let relyingParty: RelyingParty

beforeEach(async () => {
  provider = await FaultProvider.start()
  relyingParty = makeWorld(provider, {
    relyingParty: {
      userInfoHeader: 'authorization',
      metadata: { userinfo_endpoint: 'https://id.example/userinfo' },
    },
  }).options.relyingParty
})

function answerSigned(claims: Record<string, unknown>, type = 'application/jwt'): void {
  provider.userInfo = async () =>
    new Response(await provider.sign(claims), { headers: { 'content-type': type } })
}

describe('fetchStandardClaims', () => {
  it('sends the token in the header, and returns every claim', async () => {
    provider.userInfo = () => Response.json({ sub: 'customer-1', name: 'Lan' })

    expect(await fetchStandardClaims(relyingParty, request)).toEqual({
      sub: 'customer-1',
      name: 'Lan',
    })
    const { headers, method } = provider.received.at(-1) ?? {}
    expect(method).toBe('GET')
    expect(headers?.get('authorization')).toBe('bearer access-1')
    expect(headers?.get('authentication')).toBeNull()
    expect(headers?.get('accept')).toBe('application/json')
    expect(headers?.get('content-type')).toBe('application/json')
  })

  it.each([
    ['the issuer without its slash', { iss: 'https://id.example' }],
    ['this client', { aud: clientId }],
    ['this client among others', { aud: ['other', clientId] }],
  ])('accepts an answer that names %s', async (_, claims) => {
    provider.userInfo = () => Response.json({ sub: 'customer-1', ...claims })

    await expect(fetchStandardClaims(relyingParty, request)).resolves.toMatchObject(claims)
  })

  it.each([
    ['no subject', {}, 'response_unreadable', 'sub'],
    ['a number as subject', { sub: 7 }, 'response_unreadable', 'sub'],
    ['another subject', { sub: 'customer-2' }, 'subject_changed', undefined],
    [
      'another issuer',
      { sub: 'customer-1', iss: 'https://evil.example/' },
      'issuer_mismatch',
      undefined,
    ],
    ['a number as issuer', { sub: 'customer-1', iss: 7 }, 'issuer_mismatch', undefined],
    ['another client', { sub: 'customer-1', aud: 'other' }, 'subject_changed', 'aud'],
    ['no client', { sub: 'customer-1', aud: [] }, 'subject_changed', 'aud'],
    ['a client of null', { sub: 'customer-1', aud: null }, 'subject_changed', 'aud'],
  ])('refuses an answer with %s', async (_, claims, reason, subject) => {
    provider.userInfo = () => Response.json(claims)

    const refused = fetchStandardClaims(relyingParty, request)

    await expect(refused).rejects.toMatchObject({ reason, subject })
  })

  it('refuses an answer that is no object', async () => {
    provider.userInfo = () => new Response('customer-1', { headers: { 'content-type': 'text/x' } })

    const failure = { reason: 'response_unreadable', subject: 'sub' }
    await expect(fetchStandardClaims(relyingParty, request)).rejects.toMatchObject(failure)
  })

  it.each([204, 302, 404])('refuses the status %i', async (status) => {
    provider.userInfo = () => new Response(null, { status })

    const failure = { reason: 'response_unreadable', serverStatus: status }
    await expect(fetchStandardClaims(relyingParty, request)).rejects.toMatchObject(failure)
  })

  it.each([401, 403])('says that the token is over at the status %i', async (status) => {
    provider.userInfo = () => new Response(null, { status })

    const failure = { reason: 'token_refused', serverStatus: status }
    await expect(fetchStandardClaims(relyingParty, request)).rejects.toMatchObject(failure)
  })

  it.each(['application/jwt', 'application/jwt;charset=utf-8'])(
    'verifies a signed answer of the type %s',
    async (type) => {
      answerSigned({ sub: 'customer-1' }, type)
      expect(await fetchStandardClaims(relyingParty, request)).toEqual({ sub: 'customer-1' })

      provider.signer = await provider.makeForeignKey(provider.keys[0]?.kid ?? '')
      await expect(fetchStandardClaims(relyingParty, request)).rejects.toMatchObject({
        kind: 'attack',
        reason: 'signature_invalid',
      })
    },
  )
})
