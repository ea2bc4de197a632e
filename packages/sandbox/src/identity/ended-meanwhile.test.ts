import { env } from 'cloudflare:workers'
import { assert, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizationUrl,
  code,
  exchange,
  pkce,
  redirectUri,
  shopBasic,
  userInfo,
} from '../../test/identity-bench.ts'
import { sandboxWith } from '../../test/sandbox-meanwhile.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { grantAuthorization } from './authorization/continue-authorization.ts'
import { openAuthorization } from './authorization/start-authorization.ts'
import { identityServer, type IdentityServer } from './identity-server.ts'
import { startSession } from './login-sessions.ts'
import { serveToken } from './tokens/token-endpoint.ts'

// Goal: a request that was let in before a revocation or a logout issues nothing after it. Method: the identity server on a
// real D1; the revocation or the logout runs after the reads of the request and before its first batch of writes.

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
  await bench.control.setRules({})
})

async function serverWith(meanwhile: () => Promise<unknown>): Promise<IdentityServer> {
  return identityServer(await sandboxWith(meanwhile))
}

function tokenRequest(fields: Record<string, string>): Request {
  return new Request('http://localhost/oauth2/token', {
    method: 'POST',
    headers: { authorization: shopBasic },
    body: new URLSearchParams(fields),
  })
}

const profiles = ['hydra-1.4', 'strict'] as const

async function newestGrant(): Promise<string> {
  const { results } = await env.DB.prepare(
    'SELECT grant_id FROM identity_grant ORDER BY rowid DESC LIMIT 1',
  ).all<{ grant_id: string }>()
  return results[0]?.grant_id ?? ''
}

async function tokensOf(grantId: string): Promise<number> {
  const row = await env.DB.prepare(
    'SELECT count(*) AS held FROM identity_token WHERE grant_id = ? AND replaced_at IS NULL',
  )
    .bind(grantId)
    .first<{ held: number }>()
  return row?.held ?? -1
}

describe.each(profiles)('a grant that is revoked meanwhile, in the profile %s', (profile) => {
  beforeAll(() => bench.control.setRules({ identity: { profile } }))

  it('gets no tokens for a refresh token', async () => {
    const first = (await exchange(await code(bench))).json
    const grantId = await newestGrant()
    const server = await serverWith(() => bench.control.revokeGrant(grantId))

    const late = serveToken(
      server,
      tokenRequest({
        grant_type: 'refresh_token',
        refresh_token: String(first['refresh_token']),
      }),
    )

    await expect(late).rejects.toMatchObject({
      code: 'invalid_grant',
      hint: 'The refresh token is revoked.',
    })
    // The two of the exchange, which the revoked grant makes void; none has come on top.
    expect(await tokensOf(grantId)).toBe(2)
    expect((await userInfo(first['access_token'])).status).toBe(401)
  })

  it('gets no tokens for a code', async () => {
    const text = await code(bench)
    const grantId = await newestGrant()
    const server = await serverWith(() => bench.control.revokeGrant(grantId))

    const late = serveToken(
      server,
      tokenRequest({
        grant_type: 'authorization_code',
        code: text,
        code_verifier: pkce.verifier,
        redirect_uri: redirectUri,
      }),
    )

    await expect(late).rejects.toMatchObject({
      code: 'invalid_grant',
      hint: 'The grant is revoked.',
    })
    expect(await tokensOf(grantId)).toBe(0)
  })
})

describe('a sign-in that ends meanwhile', () => {
  it('grants nothing, because its clients have already received the logout notice', async () => {
    const ended: string[] = []
    const server = await serverWith(() =>
      Promise.all(ended.map((sid) => bench.control.endSignOnSession(sid))),
    )
    const query = new URL(authorizationUrl()).searchParams
    const opened = await openAuthorization(server, query, 'a-browser')
    assert(opened.outcome === 'opened', opened.outcome)
    const { session } = await startSession(server, { walletId: 'U-AN', remember: true })
    ended.push(session.sid)

    const step = await grantAuthorization(server, opened.request, {
      session,
      scopes: ['openid', 'offline'],
    })

    expect(step).toBeUndefined()
    const grants = await bench.control.grants()
    expect(grants.filter(({ sid }) => sid === session.sid)).toEqual([])
  })

  it('is not revived by the next sign-in of the same browser, which begins another', async () => {
    const server = identityServer(await bench.open())
    const customer = { walletId: 'U-AN', remember: true }
    const { session } = await startSession(server, customer)
    await bench.control.endSignOnSession(session.sid)

    const next = await startSession(server, customer, session)

    const sessions = await bench.control.signOnSessions()
    expect(sessions.find(({ sid }) => sid === session.sid)?.endedAt).not.toBeNull()
    expect(next.session.sid).not.toBe(session.sid)
    expect(next.session.endedAt).toBeNull()
  })
})
