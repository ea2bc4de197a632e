import * as oidc from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { conformanceModules } from '../src/identity/faults/conformance-modules.ts'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'

let sandbox: RunningSandbox

const redirectUri = 'http://127.0.0.1:8787/sign-in/callback'

/** Faults that openid-client does not check, although the suite requires a refusal. */
const knownGaps = [
  'oidcc-client-test-invalid-athash',
  'oidcc-client-test-refresh-token-invalid-sub',
  'oidcc-client-test-rp-init-logout-other-state',
  'oidcc-client-test-rp-init-logout-no-state',
]

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
})
afterAll(() => sandbox.stop())
afterEach(async () => {
  await sandbox.control.clearIdentityFaults()
})

/** Signs in, refreshes and calls user-info; throws when openid-client refuses any of it. */
async function everything(): Promise<void> {
  const config = await oidc.discovery(
    new URL(sandbox.url),
    'edge-shop',
    undefined,
    oidc.ClientSecretBasic('edge-shop-secret'),
    { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
  )
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid offline profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const { location } = await sandbox.control.signInCustomer({ url: url.href })
  const tokens = await oidc.authorizationCodeGrant(config, new URL(location), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
  const { sub = '' } = tokens.claims() ?? {}
  await oidc.fetchUserInfo(config, refreshed.access_token, sub)
}

async function verdict(): Promise<'accept' | 'reject'> {
  return everything().then(
    () => 'accept' as const,
    () => 'reject' as const,
  )
}

const judged = conformanceModules.filter(
  ({ stage, name }) => stage !== 'back_channel' && !knownGaps.includes(name),
)

describe('openid-client meets the fault switch', () => {
  beforeAll(async () => {
    // openid-client requires sub in user-info, which only the profile strict sends.
    await sandbox.control.setRules({ identity: { profile: 'strict' } })
  })

  it.each(judged)('$name: $expected', async ({ name, expected }) => {
    await sandbox.control.addIdentityFault({ name, clientId: 'edge-shop' })

    const given = await verdict()

    const afterwards = await verdict()
    if (expected !== 'either') expect(given).toBe(expected)
    expect(afterwards).toBe('accept')
  })

  it('that is set for another client, without effect', async () => {
    const name = 'oidcc-client-test-invalid-iss'
    await sandbox.control.addIdentityFault({ name, clientId: 'edge-cli', times: null })

    expect(await verdict()).toBe('accept')
  })

  it('that stays set until it is cleared', async () => {
    const name = 'oidcc-client-test-invalid-iss'
    await sandbox.control.addIdentityFault({ name, times: null })

    expect([await verdict(), await verdict()]).toEqual(['reject', 'reject'])
  })

  it('and has exactly the known gaps', async () => {
    const verdicts: string[] = []
    for (const name of knownGaps) {
      await sandbox.control.addIdentityFault({ name })
      verdicts.push(await verdict())
    }

    expect(verdicts).toEqual(knownGaps.map(() => 'accept'))
  })
})
