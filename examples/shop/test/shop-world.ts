import { env } from 'cloudflare:workers'
import { createRelyingParty, webPorts } from '@merchant-edge/oidc'
import { createD1SessionStore } from '@merchant-edge/oidc/d1'
import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
import { vi } from 'vitest'
import app from '../src/index.ts'

/** Origin of the shop under test. */
export const shopUrl = 'http://localhost:8787'

/** A request that the shop sent. */
export interface SentRequest {
  /** Method and path, such as `POST /orders`. */
  readonly call: string
  readonly body: Record<string, unknown>
}

/** The answer of a service. */
export type Answer = (body: Record<string, unknown>) => Response | Promise<Response>

/** The services that the shop calls: the checkout and the wallet. */
export interface Services {
  /** Every request so far. */
  readonly sent: SentRequest[]
  /** Their answers, by method and path, whose last part may be `*`; 404 for everything else. */
  readonly answers: Map<string, Answer>
  /** The requests whose path ends so. */
  callsOf(end: string): readonly SentRequest[]
}

/** A customer as the wallet knows it. */
export const an = { full_name: 'Nguyen Van An', phone_number: '0900000001' }

/** Replaces the checkout and the wallet until `vi.unstubAllGlobals()`. */
export function stubServices(): Services {
  const sent: SentRequest[] = []
  const metadata = {
    issuer: env.AUTH_URL,
    authorization_endpoint: `${env.AUTH_URL}/oauth2/auth`,
    token_endpoint: `${env.AUTH_URL}/oauth2/token`,
    jwks_uri: `${env.AUTH_URL}/keys`,
  }
  const answers = new Map<string, Answer>([
    ['GET /.well-known/openid-configuration', () => Response.json(metadata)],
    ['GET /user-management/user-info', () => Response.json({ data: an, meta: { code: 200 } })],
  ])
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${new URL(url).pathname}`
    const body: Record<string, unknown> = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    sent.push({ call, body })
    const group = call.replace(/[^/]*$/, '*')
    const answer =
      answers.get(call) ??
      answers.get(group) ??
      (() => Response.json({ error: {} }, { status: 404 }))
    return answer(body)
  })
  return { sent, answers, callsOf: (end) => sent.filter(({ call }) => call.endsWith(end)) }
}

/**
 * Opens a session like a sign-in, in the same database and with the same key.
 *
 * @param tokenSeconds for how long its access token is valid; it cannot be renewed
 * @returns the cookie of the session
 */
export async function signIn(subject = 'U-AN', tokenSeconds = 3600): Promise<string> {
  const relyingParty = createRelyingParty({
    issuer: env.AUTH_URL,
    clientId: env.CLIENT_ID,
    authentication: { method: 'client_secret_basic', secret: env.CLIENT_SECRET },
    ports: webPorts,
  })
  const keyRing = createKeyRing([{ id: '1', secret: env.SESSION_SECRET }])
  const store = createD1SessionStore(env.DB)
  const sessions = createSessions({ relyingParty, store, keyRing, kept: 'store' })
  const now = relyingParty.nowSeconds()
  const id = `${crypto.randomUUID()}-${crypto.randomUUID()}`.slice(0, 43)
  const session = await sessions.open(
    id,
    {
      identity: { issuer: `${env.AUTH_URL}/`, subject, issuedAt: now },
      tokens: {
        accessToken: `access token of ${subject}`,
        accessTokenExpiresAt: now + tokenSeconds,
        idToken: 'id token',
        scope: 'openid profile phone',
      },
    },
    `${env.SHOP_URL}/auth/callback`,
  )
  return `8787-session=1~${await sessions.cookieOf(session)}`
}

/** The cookie of a basket with a voucher, as the shop sets it. */
export async function voucherCookie(serial: string): Promise<string> {
  const keyRing = createKeyRing([{ id: '1', secret: env.SESSION_SECRET }])
  return `voucher=${await keyRing.seal(serial, 'voucher of a basket')}`
}

/** Requests a page of the shop. */
export async function get(path: string, cookies: readonly string[] = []): Promise<Response> {
  const headers = { accept: 'text/html', cookie: cookies.join('; ') }
  return app.request(`${shopUrl}${path}`, { headers }, env)
}

/** Sends a form as a page of the shop does. */
export async function post(
  path: string,
  fields: Readonly<Record<string, string>>,
  cookies: readonly string[] = [],
): Promise<Response> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: shopUrl,
    cookie: cookies.join('; '),
  }
  const body = new URLSearchParams(fields).toString()
  return app.request(`${shopUrl}${path}`, { method: 'POST', headers, body }, env)
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf(response: Response): string[] {
  return response.headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0] ?? '')
}

/** The value of a hidden field of a page. */
export function hiddenField(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
}

/** Resets the database to that of a new shop. */
export async function emptyShop(): Promise<void> {
  await env.DB.batch(
    ['shop_order', 'order_extras'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
}
