import { describe, expect, it } from 'vitest'
import { isLoopback, isSameIssuer, isSecureUrl, withSlash } from './issuer-url.ts'
import { readServerMetadata } from './server-metadata.ts'

const issuer = 'https://id.example/'
const required = {
  issuer,
  authorization_endpoint: 'https://id.example/auth',
  token_endpoint: 'https://id.example/token',
  jwks_uri: 'https://id.example/jwks',
}

function read(change: object = {}, overrides: object = {}, of = issuer) {
  return readServerMetadata(JSON.stringify({ ...required, ...change }), of, overrides)
}

describe('readServerMetadata', () => {
  it('reads what this package uses, and the user-info address of the specification', () => {
    const userinfo = { userinfo_endpoint: 'https://id.example/standard-user-info' }

    expect(read(userinfo)).toEqual({
      ...required,
      userinfo_endpoint: 'https://id.example/user-management/user-info',
      authorization_response_iss_parameter_supported: false,
    })
    const optional = {
      revocation_endpoint: 'https://id.example/revoke',
      end_session_endpoint: 'https://id.example/logout',
      authorization_response_iss_parameter_supported: true,
    }
    expect(read({ ...optional, more: 1 })).toEqual({
      ...required,
      ...optional,
      userinfo_endpoint: 'https://id.example/user-management/user-info',
    })
  })

  it.each(['true', 1, null])('takes %j for no promise to name the issuer', (value) => {
    const name = 'authorization_response_iss_parameter_supported'

    expect(read({ [name]: value })[name]).toBe(false)
  })

  it('applies the overrides, and keeps the issuer as the document names it', () => {
    const overrides = { token_endpoint: 'https://other.example/token', userinfo_endpoint: issuer }

    const metadata = read({ issuer: 'https://id.example' }, overrides)

    expect(metadata).toMatchObject({ ...overrides, issuer: 'https://id.example' })
  })

  it.each(Object.keys(required))('refuses a document without %s', (name) => {
    for (const value of [undefined, 7]) {
      expect(() => read({ [name]: value })).toThrow(
        expect.objectContaining({ reason: 'metadata_unreadable', subject: name }),
      )
    }
  })

  it.each(['revocation_endpoint', 'end_session_endpoint'])('refuses a number as %s', (name) => {
    expect(() => read({ [name]: 7 })).toThrow(
      expect.objectContaining({ reason: 'metadata_unreadable', subject: name }),
    )
  })

  it('refuses a document of another issuer', () => {
    expect(() => read({ issuer: 'https://id.example/other' })).toThrow(
      expect.objectContaining({ reason: 'issuer_unexpected' }),
    )
  })

  it.each([
    ['token_endpoint', 'http://id.example/token'],
    ['token_endpoint', 'http://localhost/token'],
    ['jwks_uri', 'https://user@id.example/jwks'],
    ['jwks_uri', '/jwks'],
    ['userinfo_endpoint', 'ftp://id.example/'],
  ])('refuses the %s %s, also as an override', (name, endpoint) => {
    expect(() => read({}, { [name]: endpoint })).toThrow(
      expect.objectContaining({ reason: 'endpoint_insecure', subject: name }),
    )
  })

  it('accepts plain http of an issuer on the loopback interface only', () => {
    const local = 'http://localhost:9/'
    const endpoints = {
      issuer: local,
      authorization_endpoint: `${local}auth`,
      token_endpoint: `${local}token`,
    }

    expect(read({ ...endpoints, jwks_uri: `${local}jwks` }, {}, local)).toMatchObject(endpoints)
    expect(() => read({ ...endpoints, jwks_uri: 'http://id.example/jwks' }, {}, local)).toThrow(
      expect.objectContaining({ reason: 'endpoint_insecure', subject: 'jwks_uri' }),
    )
  })
})

describe('an address of an identity server', () => {
  it.each([
    'https://id.example',
    'https://id.example:8443/a',
    'http://localhost',
    'http://[::1]:9',
  ])('is secure: %s', (text) => {
    expect(isSecureUrl(text)).toBe(true)
  })

  it.each([
    'http://id.example',
    'ftp://localhost',
    'https://user@id.example',
    'https://:password@id.example',
    'id.example',
    '',
  ])('is not secure: %j', (text) => {
    expect(isSecureUrl(text)).toBe(false)
  })

  it.each(['localhost', '127.0.0.1', '[::1]'])('%s is this machine', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each(['localhost.evil.example', '127.0.0.2', '::1', ''])('%j is not this machine', (host) => {
    expect(isLoopback(host)).toBe(false)
  })

  it('is the same with and without one slash at its end', () => {
    expect(withSlash('https://id.example')).toBe('https://id.example/')
    expect(withSlash('https://id.example/')).toBe('https://id.example/')
    expect(isSameIssuer('https://id.example', 'https://id.example/')).toBe(true)
    expect(isSameIssuer('https://id.example/', 'https://id.example')).toBe(true)
    expect(isSameIssuer('https://id.example//', 'https://id.example')).toBe(false)
    expect(isSameIssuer('https://id.example/a', 'https://id.example/')).toBe(false)
  })
})
