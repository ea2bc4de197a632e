import * as oidc from 'openid-client'
import { afterAll, afterEach, assert, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'

let sandbox: RunningSandbox

const redirectUri = 'http://127.0.0.1:8787/sign-in/callback'
const nativeUri = 'http://127.0.0.1:53117/callback'

beforeAll(async () => {
  sandbox = await startSandbox({
    tickMs: 0,
    seedClients: [{ clientId: 'edge-shop', clientSecret: 'p+s w%ord/ü' }],
  })
})
afterAll(() => sandbox.stop())
afterEach(async () => {
  await sandbox.control.clearIdentityFaults()
  await sandbox.control.setRules({})
  await sandbox.control.moveClock({ run: true })
})

function discover(clientId: string, authentication: oidc.ClientAuth): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(sandbox.url), clientId, undefined, authentication, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  })
}

function shop(): Promise<oidc.Configuration> {
  return discover('edge-shop', oidc.ClientSecretBasic('p+s w%ord/ü'))
}

interface SignedIn {
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers
  sid: string
  state: string
}

async function signIn(
  config: oidc.Configuration,
  options: { redirect_uri?: string; scope?: string; walletId?: string } = {},
): Promise<SignedIn> {
  const { redirect_uri = redirectUri, scope = 'openid offline profile', walletId } = options
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const played = await sandbox.control.signInCustomer({
    url: url.href,
    ...(walletId !== undefined && { walletId }),
  })
  const tokens = await oidc.authorizationCodeGrant(config, new URL(played.location), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  return { tokens, sid: played.sid ?? '', state }
}

async function userInfo(token: string): Promise<Response> {
  return fetch(`${sandbox.url}/user-management/user-info`, {
    headers: { authentication: `bearer ${token}` },
  })
}

describe('openid-client against the identity server', () => {
  it('signs in with a secret that has to be encoded, and verifies the id_token', async () => {
    const { tokens, sid } = await signIn(await shop())

    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'openid offline profile',
      refresh_token: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    })
    expect(tokens.claims()).toMatchObject({
      iss: `${sandbox.url}/`,
      aud: ['edge-shop'],
      sub: 'U-AN',
      sid,
    })
  })

  it('signs in without a secret, on a port that was not registered', async () => {
    const config = await discover('edge-cli', oidc.None())

    const { tokens } = await signIn(config, { redirect_uri: nativeUri, walletId: 'U-BINH' })

    expect(tokens.claims()?.sub).toBe('U-BINH')
  })

  it.each(['client_secret_post', 'private_key_jwt'] as const)(
    'signs in with %s',
    async (method) => {
      await sandbox.control.setRules({ identity: { profile: 'strict' } })
      const pair = await crypto.subtle.generateKey(
        {
          name: 'RSASSA-PKCS1-v1_5',
          hash: 'SHA-256',
          modulusLength: 2048,
          publicExponent: Uint8Array.of(1, 0, 1),
        },
        true,
        ['sign', 'verify'],
      )
      assert('privateKey' in pair, 'no key pair')
      const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
      assert('n' in jwk, 'no JWK')
      const { n = '', e = '' } = jwk
      const { client, clientSecret = '' } = await sandbox.control.registerSignOnClient({
        redirectUris: [redirectUri],
        tokenEndpointAuthMethod: method,
        ...(method === 'private_key_jwt' && {
          jwks: { keys: [{ kty: 'RSA', kid: 'mine', use: 'sig', n, e }] },
        }),
      })
      const authentication =
        method === 'private_key_jwt'
          ? oidc.PrivateKeyJwt({ key: pair.privateKey, kid: 'mine' })
          : oidc.ClientSecretPost(clientSecret)

      const { tokens } = await signIn(await discover(client.clientId, authentication))

      expect(tokens.claims()?.sub).toBe('U-AN')
    },
  )

  it('refreshes, and the earlier tokens stop working', async () => {
    const config = await shop()
    const first = (await signIn(config)).tokens

    const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? '')

    const again = oidc.refreshTokenGrant(config, first.refresh_token ?? '')
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
    expect(second.claims()?.sub).toBe(first.claims()?.sub)
    const statuses = [await userInfo(first.access_token), await userInfo(second.access_token)]
    expect(statuses.map(({ status }) => status)).toEqual([401, 200])
  })

  it('reads user-info in the profile that sends sub', async () => {
    await sandbox.control.setRules({ identity: { profile: 'strict' } })
    const config = await shop()
    const { tokens } = await signIn(config, { scope: 'openid profile phone' })

    const info = await oidc.fetchUserInfo(config, tokens.access_token, 'U-AN')

    expect(info['data']).toEqual({
      full_name: 'Nguyen Van An',
      dob: '1990-01-31',
      gender: 1,
      nationality: 'VN',
      phone_number: '0900000001',
    })
  })

  it('revokes a refresh token, and the access token with it', async () => {
    const config = await shop()
    const { tokens } = await signIn(config)

    await oidc.tokenRevocation(config, tokens.refresh_token ?? '')

    expect((await userInfo(tokens.access_token)).status).toBe(401)
    const refresh = oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('signs out over the end-session address and comes back with the state', async () => {
    const config = await shop()
    const { tokens, sid } = await signIn(config)
    const url = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'http://localhost:8787/',
      state: 'logout-state-1',
    })

    const answer = await fetch(url, { redirect: 'manual' })

    const page = await answer.text()
    expect(page).toContain('http://localhost:8787/?state=logout-state-1')
    expect(page).toContain(
      `http://localhost:8787/sign-in/front-channel?iss=${encodeURIComponent(`${sandbox.url}/`)}&amp;sid=${sid}`,
    )
    const sessions = await sandbox.control.signOnSessions()
    expect(sessions.find((session) => session.sid === sid)?.endedAt).not.toBeNull()
    expect((await userInfo(tokens.access_token)).status).toBe(200)
  })

  it('fetches signing keys that are newer than its cache', async () => {
    const config = await shop()
    await signIn(config)
    await sandbox.control.rotateSigningKey({ withdrawOld: true })

    const { tokens } = await signIn(await shop())

    expect(tokens.claims()?.sub).toBe('U-AN')
  })

  it('refuses a discovery document of another issuer', async () => {
    await sandbox.control.addIdentityFault({ name: 'oidcc-client-test-discovery-issuer-mismatch' })

    await expect(shop()).rejects.toThrow(/issuer does not match/)
  })
})
