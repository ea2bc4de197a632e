import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogoutNotification } from '../src/identity/logout/back-channel.ts'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { listen } from './listen.ts'

const prefix = 'oidcc-client-test-rp-backchannel-rpinitlogout'
const event = 'http://schemas.openid.net/event/backchannel-logout'

interface Received {
  method: string
  path: string
  type: string
  form: URLSearchParams
}

let sandbox: RunningSandbox
let received: Received[]
let answer: (request: IncomingMessage, response: ServerResponse) => void

const client = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    received.push({
      method: request.method ?? '',
      path: request.url ?? '',
      type: request.headers['content-type'] ?? '',
      form: new URLSearchParams(body),
    })
    answer(request, response)
  })
})

beforeAll(async () => {
  const origin = (await listen(client)).replace('127.0.0.1', 'localhost')
  const redirectUris = [`${origin}/callback`]
  sandbox = await startSandbox({
    tickMs: 0,
    callbackHosts: [new URL(origin).host],
    seedClients: [
      {
        clientId: 'edge-shop',
        redirectUris,
        postLogoutRedirectUris: [],
        backchannelLogoutUri: `${origin}/back-channel?kept=1`,
        frontchannelLogoutUri: `${origin}/front-channel?kept=1`,
      },
      { clientId: 'elsewhere', redirectUris, backchannelLogoutUri: 'https://app.example/logout' },
      { clientId: 'silent', redirectUris },
    ],
  })
})
beforeEach(() => {
  received = []
  answer = (_request, response) => response.end()
})
afterEach(async () => {
  await sandbox.control.clearIdentityFaults()
  await sandbox.control.setRules({})
})
afterAll(async () => {
  client.close()
  await sandbox.stop()
})

async function signIn(clientId: string): Promise<string> {
  const url = `${sandbox.url}/oauth2/auth?${new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    state: 'a-state-of-mine',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString()}`
  return (await sandbox.control.signInCustomer({ url })).sid ?? ''
}

async function settled(sid: string): Promise<LogoutNotification[]> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const all = await sandbox.control.logoutNotifications()
    const own = all.filter((notification) => notification.sid === sid)
    const isDone = own.length > 0 && own.every(({ state }) => state !== 'sending')
    if (isDone || Date.now() > deadline) return own
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
}

async function endOne(): Promise<{ sid: string; notification: LogoutNotification | undefined }> {
  const sid = await signIn('edge-shop')
  await sandbox.control.endSignOnSession(sid)
  const [notification] = await settled(sid)
  return { sid, notification }
}

function open(jwt: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header, claims] = jwt
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  return { header, claims }
}

async function isSignedByUs(jwt: string): Promise<boolean> {
  const keySet = await (await fetch(`${sandbox.url}/.well-known/jwks.json`)).json()
  const { keys } = keySet as { keys: (JsonWebKey & { kid: string })[] }
  const key = keys.find(({ kid }) => kid === open(jwt).header['kid'])
  const [header, claims, signature = ''] = jwt.split('.')
  if (key === undefined) return false
  return verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
}

describe('a back-channel notification', () => {
  // Specification: 1.31, 4.1.10, 6.3.1, 6.3.2
  it('is a form with a token that Node verifies, and is stored in the journal', async () => {
    const { sid, notification } = await endOne()

    const [post] = received
    const token = post?.form.get('logout_token') ?? ''
    expect(post).toMatchObject({
      method: 'POST',
      path: '/back-channel?kept=1',
      type: 'application/x-www-form-urlencoded',
    })
    expect([...(post?.form.keys() ?? [])]).toEqual(['logout_token'])
    expect(await isSignedByUs(token)).toBe(true)
    expect(open(token)).toEqual({
      header: { alg: 'RS256', typ: 'JWT', kid: expect.stringMatching(/^public:/) },
      claims: {
        iss: `${sandbox.url}/`,
        aud: ['edge-shop'],
        iat: expect.any(Number),
        jti: expect.any(String),
        events: { [event]: {} },
        sid,
      },
    })
    expect(notification).toMatchObject({ channel: 'back', state: 'delivered', httpStatus: 200 })
  })

  it('has sub, exp and its own type in the profile strict', async () => {
    await sandbox.control.setRules({ identity: { profile: 'strict' } })
    await endOne()

    const { header, claims } = open(received[0]?.form.get('logout_token') ?? '')

    expect(header['typ']).toBe('logout+jwt')
    expect(claims).toMatchObject({ iss: sandbox.url, sub: 'U-AN', exp: expect.any(Number) })
  })

  it('counts as failed when the answer is not exactly 200', async () => {
    answer = (_request, response) => response.writeHead(204).end()

    const { notification } = await endOne()

    expect(notification).toMatchObject({ state: 'failed', httpStatus: 204 })
    expect(received).toHaveLength(1)
  })

  it('is retried while the client fails, for five seconds', async () => {
    answer = (_request, response) => response.writeHead(received.length < 3 ? 503 : 200).end()

    const { notification } = await endOne()

    expect(notification).toMatchObject({ state: 'delivered', httpStatus: 200 })
    expect(received).toHaveLength(3)
  })

  it('is given up after five seconds without an answer', async () => {
    answer = () => {}

    const { notification } = await endOne()

    expect(notification).toMatchObject({ state: 'failed', httpStatus: null })
    expect(notification?.durationMs).toBeGreaterThanOrEqual(4900)
  })

  it('is not sent to a host that was not listed at the start', async () => {
    const sid = await signIn('elsewhere')
    await sandbox.control.endSignOnSession(sid)

    const [notification] = await settled(sid)

    expect(notification).toMatchObject({
      state: 'blocked',
      outcome: expect.stringContaining('app.example is not among the places'),
    })
  })

  it('is not sent to a client without a grant of the session', async () => {
    const sid = await signIn('silent')
    await sandbox.control.endSignOnSession(sid)

    const again = sandbox.control.endSignOnSession(sid)

    await expect(again).rejects.toMatchObject({ reason: 'not_found' })
    const all = await sandbox.control.logoutNotifications()
    expect(all.filter((notification) => notification.sid === sid)).toEqual([])
  })

  const faults: [
    string,
    (token: ReturnType<typeof open>, form: URLSearchParams) => unknown,
    unknown,
  ][] = [
    ['-alg-none', ({ header }) => header, { alg: 'none', typ: 'JWT' }],
    ['-no-event', ({ claims }) => claims['events'], undefined],
    ['-with-nonce', ({ claims }) => typeof claims['nonce'], 'string'],
    ['-wrong-alg', ({ header }) => header['alg'], 'HS256'],
    ['-wrong-aud', ({ claims }) => claims['aud'], ['somebody-else']],
    ['-wrong-event', ({ claims }) => Object.keys(claims['events'] ?? {}).includes(event), false],
    ['-wrong-iss', ({ claims }) => claims['iss'], 'https://other-issuer.example/'],
    ['', ({ claims }) => [claims['sub'], typeof claims['exp']], ['U-AN', 'number']],
    [
      '',
      ({ claims }, form) => [form.has('unknown_field'), 'unknown_claim' in claims],
      [true, true],
    ],
  ]

  it.each(faults)('is changed by the fault switch %s, once', async (suffix, look, expected) => {
    const name = `${prefix}${suffix}`
    await sandbox.control.addIdentityFault({ name, clientId: 'edge-shop' })
    const { notification } = await endOne()
    await endOne()

    const [faulty, honest] = received.map(({ form }) => {
      const token = open(form.get('logout_token') ?? '')
      return look(token, form)
    })

    expect(faulty).toEqual(expected)
    expect(honest).not.toEqual(expected)
    expect(notification?.faults).toEqual([name])
  })
})
