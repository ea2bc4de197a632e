import { beforeEach, describe, expect, it } from 'vitest'
import { FaultProvider } from '../../test/fault-provider.ts'
import { makeWorld } from '../../test/world.ts'
import {
  checkSignedOut,
  readFrontChannelNotice,
  startSignOut,
  type RelyingParty,
} from '../index.ts'

const address = 'https://shop.example/auth/front-channel-logout'
const iss = 'iss=https%3A%2F%2Fid.example%2F'

let provider: FaultProvider
let relyingParty: RelyingParty

beforeEach(async () => {
  provider = await FaultProvider.start()
  relyingParty = makeWorld(provider).options.relyingParty
})

describe('readFrontChannelNotice', () => {
  it.each([
    ['a login session', `${iss}&sid=login-1`, 'login-1'],
    ['the issuer without its slash', 'iss=https://id.example&sid=login-1', 'login-1'],
    ['what else the address has', `${iss}&sid=login-1&tab=2`, 'login-1'],
    ['an id of 255 letters', `${iss}&sid=${'x'.repeat(255)}`, 'x'.repeat(255)],
  ])('accepts %s, under the issuer of the discovery document', async (_, query, sid) => {
    expect(await readFrontChannelNotice(relyingParty, `${address}?${query}`)).toEqual({
      issuer: 'https://id.example/',
      sid,
    })
  })

  it.each([
    ['no login session', iss],
    ['an empty one', `${iss}&sid=`],
    ['two of them', `${iss}&sid=login-1&sid=login-2`],
    ['the same one twice', `${iss}&sid=login-1&sid=login-1`],
    ['an id of 256 letters', `${iss}&sid=${'x'.repeat(256)}`],
    ['no issuer', 'sid=login-1'],
    ['another issuer', 'iss=https://evil.example/&sid=login-1'],
    ['another issuer beside the right one', `${iss}&iss=https://evil.example/&sid=login-1`],
    ['the issuer twice', `${iss}&${iss}&sid=login-1`],
  ])('refuses %s', async (_, query) => {
    const read = readFrontChannelNotice(relyingParty, `${address}?${query}`)

    await expect(read).rejects.toMatchObject({ reason: 'logout_notice_invalid' })
  })
})

describe('startSignOut', () => {
  const idToken = 'header.claims.signature'

  it('names the session, the way back and a new state', async () => {
    const postLogoutRedirectUri = 'https://shop.example/bye'

    const { url, state } = await startSignOut(relyingParty, { idToken, postLogoutRedirectUri })
    const other = await startSignOut(relyingParty, { idToken, postLogoutRedirectUri })

    const { origin, pathname, searchParams } = new URL(url)
    expect(`${origin}${pathname}`).toBe('https://id.example/oauth2/sessions/logout')
    expect(Object.fromEntries(searchParams)).toEqual({
      id_token_hint: idToken,
      post_logout_redirect_uri: postLogoutRedirectUri,
      state,
    })
    expect(state).toMatch(/^[\w-]{43}$/)
    expect(other.state).not.toBe(state)
  })

  // The server redirects only to an address that it was given.
  it('sends no state when there is no way back', async () => {
    const { url } = await startSignOut(relyingParty, { idToken })

    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ id_token_hint: idToken })
  })

  it('fails when the server names no endpoint for it', async () => {
    provider.document = (document) => delete document['end_session_endpoint']

    await expect(startSignOut(relyingParty, { idToken })).rejects.toMatchObject({
      reason: 'endpoint_missing',
      subject: 'end_session_endpoint',
    })
  })
})

describe('checkSignedOut', () => {
  it('accepts the return with the state of the sign-out', () => {
    expect(() => checkSignedOut('https://shop.example/bye?state=a', 'a')).not.toThrow()
  })

  it.each([
    ['another state', '?state=b', 'a'],
    ['no state', '', 'a'],
    ['an empty state', '?state=', 'a'],
    ['the state twice', '?state=a&state=a', 'a'],
    ['another state beside the right one', '?state=a&state=b', 'a'],
    ['a return when no sign-out is under way', '?state=undefined', undefined],
    ['a return without a state when no sign-out is under way', '', undefined],
  ])('refuses %s', (_, query, state) => {
    expect(() => checkSignedOut(`https://shop.example/bye${query}`, state)).toThrow(
      expect.objectContaining({ reason: 'sign_out_state_mismatch' }),
    )
  })
})
