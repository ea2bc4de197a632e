import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { send } from '../../test/identity-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.setRules({})
})

describe('the discovery document', () => {
  // Specification: 4.1.11
  it('is that of Specification 4.1, word for word', async () => {
    const answer = await send('/.well-known/openid-configuration')

    expect(answer.headers.get('content-type')).toBe('application/json;charset=UTF-8')
    expect(await answer.json()).toEqual({
      issuer: 'http://localhost/',
      authorization_endpoint: 'http://localhost/oauth2/auth',
      token_endpoint: 'http://localhost/oauth2/token',
      jwks_uri: 'http://localhost/.well-known/jwks.json',
      userinfo_endpoint: 'http://localhost/user-management/user-info',
      revocation_endpoint: 'http://localhost/oauth2/revoke',
      end_session_endpoint: 'http://localhost/oauth2/sessions/logout',
      subject_types_supported: ['public'],
      response_types_supported: [
        'code',
        'code id_token',
        'id_token',
        'token id_token',
        'token',
        'token id_token code',
      ],
      grant_types_supported: [
        'authorization_code',
        'implicit',
        'client_credentials',
        'refresh_token',
      ],
      response_modes_supported: ['query', 'fragment'],
      scopes_supported: ['offline', 'openid'],
      claims_supported: ['sub'],
      token_endpoint_auth_methods_supported: [
        'client_secret_post',
        'client_secret_basic',
        'private_key_jwt',
        'none',
      ],
      userinfo_signing_alg_values_supported: ['none', 'RS256'],
      id_token_signing_alg_values_supported: ['RS256'],
      request_parameter_supported: true,
      request_uri_parameter_supported: true,
      require_request_uri_registration: true,
      claims_parameter_supported: false,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      frontchannel_logout_supported: true,
      frontchannel_logout_session_supported: true,
    })
  })

  it('has an issuer without a slash, PKCE and iss in the profile strict', async () => {
    await bench.control.setRules({ identity: { profile: 'strict' } })

    const answer = await send('/.well-known/openid-configuration')

    expect(await answer.json()).toMatchObject({
      issuer: 'http://localhost',
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  it('names another issuer once when the fault switch is set once', async () => {
    await bench.control.addIdentityFault({ name: 'oidcc-client-test-discovery-issuer-mismatch' })
    const read = async () =>
      (await (await send('/.well-known/openid-configuration')).json<{ issuer: string }>()).issuer

    const issuers = [await read(), await read()]

    expect(issuers).toEqual(['https://other-issuer.example/', 'http://localhost/'])
  })
})

describe('the key set', () => {
  async function kids(): Promise<string[]> {
    const answer = await send('/.well-known/jwks.json')
    const { keys } = await answer.json<{ keys: { kid: string }[] }>()
    return keys.map(({ kid }) => kid)
  }

  it('contains no part of a private key', async () => {
    const { keys } = await (await send('/.well-known/jwks.json')).json<{ keys: object[] }>()

    expect(keys.map((key) => Object.keys(key).sort())).toEqual([
      ['alg', 'e', 'kid', 'kty', 'n', 'use'],
    ])
  })

  it('keeps old keys after a rotation until they are withdrawn', async () => {
    const before = await kids()
    await bench.control.rotateSigningKey()
    const rotated = await kids()
    await bench.control.rotateSigningKey({ withdrawOld: true })

    const withdrawn = await kids()

    expect(rotated).toHaveLength(before.length + 1)
    expect(rotated).toEqual(expect.arrayContaining(before))
    expect(withdrawn).toHaveLength(1)
    expect(rotated).not.toContain(withdrawn[0])
  })
})
