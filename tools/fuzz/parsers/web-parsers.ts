import { createRelyingParty } from '@merchant-edge/oidc'
import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
import { createMemorySessionStore } from '@merchant-edge/oidc/testing'
import { createSignOnWeb, type SignOnWeb } from '@merchant-edge/oidc/web'
import { signWebhook, verifyWebhook } from '@merchant-edge/orders/webhook'
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { FuzzedParser } from '../fuzzed-parser.ts'
import type { FuzzKeys } from '../fuzz-keys.ts'

const origin = 'https://shop.example'
const issuer = 'https://id.example'
const nowSeconds = 1_800_000_000
const never = new AbortController().signal

/** An identity server that publishes one key. */
async function answerOf(address: string, publicKeyPem: string): Promise<Response> {
  const path = new URL(address).pathname
  if (path === '/.well-known/openid-configuration') {
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/logout`,
      revocation_endpoint: `${issuer}/revoke`,
    })
  }
  if (path === '/jwks') {
    const key = createPublicKey(publicKeyPem).export({ format: 'jwk' })
    return Response.json({ keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }] })
  }
  return Response.json({ error: 'invalid_grant' }, { status: 400 })
}

function signOn({ publicKeyPem }: FuzzKeys): SignOnWeb {
  const relyingParty = createRelyingParty({
    issuer,
    clientId: 'shop',
    authentication: { method: 'client_secret_basic', secret: 'a secret of the fuzzer' },
    ports: {
      fetch: (address) => answerOf(address, publicKeyPem),
      now: () => nowSeconds,
      wait: async () => undefined,
      deadline: () => never,
    },
  })
  const keyRing = createKeyRing([{ id: 'one', secret: 'x'.repeat(32) }])
  const store = createMemorySessionStore()
  const sessions = createSessions({ relyingParty, store, keyRing, kept: 'cookie' })
  return createSignOnWeb({ relyingParty, sessions, keyRing, origin })
}

async function expectAnswer(web: SignOnWeb, request: Request, documented?: number): Promise<void> {
  const response = await web.handle(request)
  const { status = 404 } = response ?? {}
  if (status >= 500 && status !== documented) {
    throw new Error(`The answer has the status ${status}.`)
  }
}

/** A request with a header; `undefined` for a value that HTTP cannot transmit. */
function requestWith(path: string, headers: Readonly<Record<string, string>>): Request | undefined {
  try {
    return new Request(`${origin}${path}`, { headers })
  } catch {
    return undefined
  }
}

/** Cookies of sign-on. */
export async function cookies(keys: FuzzKeys): Promise<FuzzedParser> {
  const web = signOn(keys)
  const started = await web.handle(new Request(`${origin}/auth/sign-in?return_to=/a`))
  const [cookie = ''] = started?.headers.getSetCookie() ?? []
  const [transaction = ''] = cookie.split(';')
  const state = new URL(started?.headers.get('location') ?? '').searchParams.get('state') ?? ''
  return {
    name: 'cookies',
    summary: 'the cookies of sign-on',
    seeds: [
      transaction,
      `${transaction}; __Host-session=2~one.AAAA; __Host-session.1=BBBB`,
      'a=b; c',
    ],
    words: ['__Host-session=', '__Host-session.1=', '1~', '4~', '~', 'one.', '; ', '='],
    async read(input) {
      const request = requestWith(`/auth/callback?code=c&state=${state}`, { cookie: input })
      if (request === undefined) return
      // A second callback of one sign-in is answered with 503: it waits for the session of the
      // first, which does not exist here.
      await expectAnswer(web, request, 503)
      const opened = await web.open(request)
      if (opened.identity !== undefined) throw new Error('A forged cookie signs a customer in.')
    },
  }
}

/** Paths and queries of sign-on. */
export function signOnAddress(keys: FuzzKeys): FuzzedParser {
  const web = signOn(keys)
  return {
    name: 'sign-on-address',
    summary: 'paths and queries of sign-on',
    seeds: [
      '/auth/sign-in?return_to=%2Fcart',
      '/auth/callback?code=c&state=s',
      '/auth/callback?error=access_denied&state=s',
      '/auth/signed-out?state=s',
      `/auth/front-channel-logout?iss=${encodeURIComponent(issuer)}&sid=s`,
      '/authconstructor',
    ],
    words: ['/auth', '/sign-in', 'return_to=', 'iss=', 'state=', '//evil.example', '?', '#', '..'],
    async read(input) {
      const request = requestWith(input.startsWith('/') ? input : `/${input}`, {})
      if (request !== undefined) await expectAnswer(web, request)
    },
  }
}

/** Logout tokens. */
export function tokens(keys: FuzzKeys): FuzzedParser {
  const web = signOn(keys)
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (header: object, claims: object) => {
    const text = `${encoded({ alg: 'RS256', kid: 'one', ...header })}.${encoded(claims)}`
    const signature = sign('sha256', Buffer.from(text), createPrivateKey(keys.privateKeyPem))
    return `${text}.${signature.toString('base64url')}`
  }
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = { iss: issuer, aud: 'shop', iat: nowSeconds, jti: 'j', sid: 's', events }
  return {
    name: 'tokens',
    summary: 'logout tokens',
    seeds: [
      token({ typ: 'logout+jwt' }, claims),
      token({}, { ...claims, events: [], aud: ['shop', {}] }),
      token({ kid: 'constructor' }, { ...claims, iat: 'now' }),
    ],
    words: ['.', '..', 'eyJ', 'e30', 'bnVsbA', 'W10', '&logout_token='],
    async read(input) {
      const body = new URLSearchParams({ logout_token: input })
      await expectAnswer(
        web,
        new Request(`${origin}/auth/back-channel-logout`, { method: 'POST', body }),
      )
    },
  }
}

/** The reader of a webhook's headers, with a genuinely signed webhook as its seed. */
export async function webhookHeaders(): Promise<FuzzedParser> {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
  const body = '{"type":"order.paid"}'
  const signed = await signWebhook(secret, { id: 'order-1', timestampSeconds: nowSeconds, body })
  return {
    name: 'webhook-headers',
    summary: 'the headers of a webhook',
    seeds: [Object.values(signed).join('\n')],
    words: ['v1,', 'v1a,', ' ', '\n', '1800000000', '='],
    async read(input) {
      const [id = '', timestamp = '', signature = ''] = input.split('\n')
      const named = {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      }
      const request = requestWith('/', named)
      if (request === undefined) return
      await verifyWebhook({
        secrets: [secret],
        headers: request.headers,
        body,
        now: () => nowSeconds * 1000,
      })
    },
  }
}
