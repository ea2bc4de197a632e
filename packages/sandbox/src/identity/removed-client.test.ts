import { assert, beforeEach, describe, expect, it } from 'vitest'
import {
  authorizationUrl,
  code,
  exchange,
  post,
  redirectUri,
  userInfo,
} from '../../test/identity-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import {
  afterSignIn,
  grantAuthorization,
  rememberConsent,
} from './authorization/continue-authorization.ts'
import { openAuthorization } from './authorization/start-authorization.ts'
import { identityServer } from './identity-server.ts'
import { startSession } from './login-sessions.ts'

const clientId = 'short-lived'
const secret = 'a-secret-of-mine'
const headers = { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` }
let bench: WorkerdBench

async function register(): Promise<void> {
  await bench.control.registerSignOnClient({
    clientId,
    clientSecret: secret,
    redirectUris: [redirectUri],
  })
}

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.setRules({})
  await bench.control.removeSignOnClient(clientId).catch(() => undefined)
  await register()
})

describe('a client that is removed', () => {
  it('takes its access tokens with it', async () => {
    const { json } = await exchange(await code(bench, { client_id: clientId }), {}, headers)
    const before = await userInfo(json['access_token'])

    await bench.control.removeSignOnClient(clientId)

    expect([before.status, (await userInfo(json['access_token'])).status]).toEqual([200, 401])
  })

  it('leaves nothing to another client of the same id', async () => {
    const { json } = await exchange(await code(bench, { client_id: clientId }), {}, headers)
    const waiting = await code(bench, { client_id: clientId })

    await bench.control.removeSignOnClient(clientId)
    await register()

    const fields = {
      grant_type: 'refresh_token',
      refresh_token: String(json['refresh_token']),
    }
    const answers = [
      await post('/oauth2/token', fields, headers),
      await exchange(waiting, {}, headers),
    ]
    expect(answers.map((answer) => answer.json['error'])).toEqual([
      'invalid_grant',
      'invalid_grant',
    ])
  })

  it('leaves no consent of a customer behind, and no request that waits for one', async () => {
    const server = identityServer(await bench.open())
    const query = new URL(authorizationUrl({ client_id: clientId })).searchParams
    const open = () => openAuthorization(server, query, 'a-browser')
    const { session } = await startSession(server, { walletId: 'U-AN', remember: true })
    const scopes = ['openid', 'offline', 'profile']
    await rememberConsent(server, 'U-AN', { clientId, scopes })
    const before = await open()
    assert(before.outcome === 'opened', before.outcome)

    await bench.control.removeSignOnClient(clientId)
    await register()

    const after = await open()
    assert(after.outcome === 'opened', after.outcome)
    expect(await grantAuthorization(server, before.request, { session, scopes })).toBeUndefined()
    expect(await afterSignIn(server, after.request, session)).toEqual({ step: 'consent' })
  })
})
