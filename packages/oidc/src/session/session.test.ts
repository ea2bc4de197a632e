import { describe, expect, it } from 'vitest'
import { readSession, writeSession, type Session } from './session.ts'

const session: Session = {
  id: 'session-1',
  version: 2,
  identity: { issuer: 'https://id.example/', subject: 'customer-1', issuedAt: 1_000 },
  tokens: { accessToken: 'a', accessTokenExpiresAt: 4_600, idToken: 'i', scope: 'openid' },
  redirectUri: 'https://shop.example/auth/callback',
  expiresAt: 44_200,
}

const whole: Session = {
  ...session,
  identity: {
    ...session.identity,
    sid: 'login-1',
    authenticatedAt: 900,
    acr: 'two-factors',
    amr: ['pwd', 'otp'],
  },
  tokens: { ...session.tokens, refreshToken: 'r' },
}

function changed(change: Record<string, unknown>): string {
  return JSON.stringify({ ...whole, ...change })
}

describe('readSession', () => {
  it.each([
    ['with all that is known', whole],
    ['without what may be left out', session],
  ])('reads what was written, %s', (_, one) => {
    expect(readSession(writeSession(one))).toEqual(one)
  })

  it.each(['id', 'version', 'identity', 'tokens', 'redirectUri', 'expiresAt'])(
    'reads nothing without %s',
    (name) => {
      for (const value of [undefined, null, true]) {
        expect(readSession(changed({ [name]: value }))).toBeUndefined()
      }
    },
  )

  it.each(['issuer', 'subject', 'issuedAt'])('reads nothing without the %s', (name) => {
    const identity = { ...whole.identity, [name]: undefined }

    expect(readSession(changed({ identity }))).toBeUndefined()
  })

  it.each(['sid', 'authenticatedAt', 'acr', 'amr'])('reads nothing when %s is wrong', (name) => {
    const identity = { ...whole.identity, [name]: true }

    expect(readSession(changed({ identity }))).toBeUndefined()
  })

  it.each(['accessToken', 'accessTokenExpiresAt', 'idToken', 'scope'])(
    'reads nothing without the %s',
    (name) => {
      const tokens = { ...whole.tokens, [name]: undefined }

      expect(readSession(changed({ tokens }))).toBeUndefined()
    },
  )

  it('reads nothing when the refresh token is wrong', () => {
    const tokens = { ...whole.tokens, refreshToken: 7 }

    expect(readSession(changed({ tokens }))).toBeUndefined()
  })

  it.each([
    ['a version with a fraction', { version: 1.5 }],
    ['a version beyond what is exact', { version: 2 ** 53 }],
    ['a list as tokens', { tokens: [] }],
    ['numbers as methods', { identity: { ...whole.identity, amr: [7] } }],
  ])('reads nothing with %s', (_, change) => {
    expect(readSession(changed(change))).toBeUndefined()
  })

  it.each(['', 'null', '[]', '7', '{'])('reads nothing from %j', (text) => {
    expect(readSession(text)).toBeUndefined()
  })
})
