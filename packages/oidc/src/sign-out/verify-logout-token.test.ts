import { beforeEach, describe, expect, it } from 'vitest'
import { clientId, FaultProvider, type Mutation } from '../../test/fault-provider.ts'
import { makeWorld } from '../../test/world.ts'
import { verifyLogoutToken, type RelyingPartyOptions } from '../index.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const refused = { reason: 'logout_token_invalid' }

let provider: FaultProvider

beforeEach(async () => {
  provider = await FaultProvider.start()
})

async function verify(mutate: Mutation, options: Partial<RelyingPartyOptions> = {}) {
  const { relyingParty } = makeWorld(provider, { relyingParty: options }).options
  return verifyLogoutToken(relyingParty, await provider.logoutToken(mutate))
}

function withClaims(change: Record<string, unknown>): Mutation {
  return ({ claims }) => void Object.assign(claims, change)
}

function typed(typ: string | undefined): Mutation {
  return ({ header }) => {
    if (typ === undefined) delete header.typ
    else header.typ = typ
  }
}

describe('verifyLogoutToken', () => {
  it('tells which login, customer and token it is about, in whole seconds', async () => {
    const claims = { iat: provider.now() + 0.75, jti: 'token-1', sub: 'customer-1', sid: 'login-1' }

    expect(await verify(withClaims(claims))).toEqual({
      issuer: 'https://id.example/',
      sid: 'login-1',
      subject: 'customer-1',
      tokenId: 'token-1',
      issuedAt: provider.now(),
    })
    expect(await verify(withClaims({ jti: 'token-2' }))).toEqual({
      issuer: 'https://id.example/',
      sid: 'login-1',
      tokenId: 'token-2',
      issuedAt: provider.now(),
    })
  })

  it.each([
    ['issued', 'iat', -150],
    ['issued', 'iat', 30],
    ['over', 'exp', -29],
    ['over', 'exp', 3_600],
  ])('accepts one that is %s (%s) at %i seconds from now', async (_, name, seconds) => {
    const accepted = verify(withClaims({ [name]: provider.now() + seconds }))

    await expect(accepted).resolves.toMatchObject({ sid: 'login-1' })
  })

  it.each([
    ['issued', 'iat', -151],
    ['issued', 'iat', 31],
    ['over', 'exp', -30],
    ['over', 'exp', -3_600],
  ])('refuses one that is %s (%s) at %i seconds from now', async (_, name, seconds) => {
    const claims = { [name]: provider.now() + seconds }

    await expect(verify(withClaims(claims))).rejects.toMatchObject(refused)
  })

  it.each([undefined, 'JWT', 'jwt', 'logout+jwt', 'Logout+JWT', 'application/logout+jwt'])(
    'accepts the type %s',
    async (typ) => {
      await expect(verify(typed(typ))).resolves.toMatchObject({ sid: 'login-1' })
    },
  )

  it.each(['at+jwt', '', 'logout+application/jwt', 'application/'])(
    'refuses the type %j',
    async (typ) => {
      await expect(verify(typed(typ))).rejects.toMatchObject(refused)
    },
  )

  it.each([undefined, 'JWT', 'application/jwt'])(
    'refuses the type %s where its own type is required',
    async (typ) => {
      const strict = verify(typed(typ), { requireLogoutTokenType: true })

      await expect(strict).rejects.toMatchObject(refused)
    },
  )

  it.each(['logout+jwt', 'application/logout+jwt'])(
    'accepts the type %s where its own type is required',
    async (typ) => {
      const strict = verify(typed(typ), { requireLogoutTokenType: true })

      await expect(strict).resolves.toMatchObject({ sid: 'login-1' })
    },
  )

  it.each([
    ['one audience as text', { aud: clientId }],
    ['this client among its audiences', { aud: ['other', clientId] }],
    ['the issuer without its slash', { iss: 'https://id.example' }],
    ['a login session of 255 letters', { sid: 'x'.repeat(255) }],
    ['a customer of 255 letters', { sub: 'x'.repeat(255) }],
    ['a token id of 255 letters', { jti: 'x'.repeat(255) }],
    ['the empty event with more beside it', { events: { [event]: { more: 1 }, 'urn:x': {} } }],
  ])('accepts %s', async (_, claims) => {
    await expect(verify(withClaims(claims))).resolves.toMatchObject({
      issuer: 'https://id.example/',
    })
  })

  it.each([
    ['no login and no customer', { sid: undefined }],
    ['an empty login session', { sid: '' }],
    ['an empty login session beside a customer', { sid: '', sub: 'customer-1' }],
    ['a login session of 256 letters', { sid: 'x'.repeat(256) }],
    ['a login session that is a number', { sid: 7 }],
    ['an empty customer', { sub: '' }],
    ['a customer of 256 letters', { sub: 'x'.repeat(256) }],
    ['no token id', { jti: undefined }],
    ['an empty token id', { jti: '' }],
    ['a token id of 256 letters', { jti: 'x'.repeat(256) }],
    ['no issuer', { iss: undefined }],
    ['no audience', { aud: undefined }],
    ['an empty list of audiences', { aud: [] }],
    ['a nonce of null', { nonce: null }],
    ['an empty nonce', { nonce: '' }],
    ['a list of events', { events: [event] }],
    ['an event that is a text', { events: { [event]: 'yes' } }],
    ['an event that is null', { events: { [event]: null } }],
    ['an event that is a list', { events: { [event]: [] } }],
    ['no time of issue', { iat: undefined }],
    ['a time of issue as text', { iat: String(Date.now() / 1000) }],
    ['an end as text', { exp: String(Date.now() / 1000 + 60) }],
    ['an end of null', { exp: null }],
  ])('refuses %s', async (_, claims) => {
    await expect(verify(withClaims(claims))).rejects.toMatchObject(refused)
  })

  it('refuses one that is signed with a key that the server has not published', async () => {
    provider.signer = await provider.makeForeignKey(provider.keys[0]?.kid ?? '')

    await expect(verify(() => {})).rejects.toMatchObject({ reason: 'signature_invalid' })
  })
})
