import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../test/listen.ts'
import {
  createRelyingParty,
  fetchStandardClaims,
  refreshTokens,
  webPorts,
  type ClientAuthentication,
} from './index.ts'
import { createKeyRing, createSessions } from './session.ts'
import { createMemorySessionStore } from './testing.ts'
import { createSignOnWeb, type SignOnWeb, type SignOnWebOptions } from './web.ts'
import { nodeListener } from './node.ts'

/**
 * Our client against another author's server, over real sockets: an oracle that shares no code with the
 * fault provider. It has no front-channel logout and no wallet user-info; the rest is exercised with
 * every method of client authentication.
 */

const secret = 'a%20secret+with/odd:letters-of-32-chars'
const methods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const
type Method = (typeof methods)[number]

let clientKey: CryptoKey
let shop: Server
let identity: Server
let shopOrigin: string
let issuer: string
let handler: SignOnWeb['handle'] = async () => undefined

/**
 * Closes the connection on which a request arrives, the first time for each. A server that has just
 * closed a kept-alive connection looks the same. Which connection `fetch` uses is up to its pool,
 * so that the choice is not left to whether one was kept.
 */
class Connections {
  /** Requests that got no answer. */
  readonly cutOff: string[] = []
  areClosed = false

  cutsOff({ method, url, socket }: IncomingMessage): boolean {
    const request = `${method} ${url}`
    if (!this.areClosed || this.cutOff.includes(request)) return false
    this.cutOff.push(request)
    socket.destroy()
    return true
  }
}

const connections = new Connections()

async function clientsOf(publicKey: CryptoKey) {
  const jwk = { ...(await exportJWK(publicKey)), kid: 'client-1', use: 'sig', alg: 'RS256' }
  return methods.map((method) => ({
    client_id: `shop-${method}`,
    token_endpoint_auth_method: method,
    redirect_uris: [`${shopOrigin}/auth/callback`],
    post_logout_redirect_uris: [`${shopOrigin}/auth/signed-out`],
    backchannel_logout_uri: `${shopOrigin}/auth/back-channel-logout`,
    backchannel_logout_session_required: true,
    grant_types: ['authorization_code', 'refresh_token'],
    ...(method.startsWith('client_secret') && { client_secret: secret }),
    ...(method === 'private_key_jwt' && {
      jwks: { keys: [jwk] },
      token_endpoint_auth_signing_alg: 'RS256',
    }),
    ...(method === 'none' && { application_type: 'native' }),
  }))
}

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const server = await generateKeyPair('RS256', { extractable: true })
  clientKey = pair.privateKey
  shop = createServer((incoming, outgoing) =>
    nodeListener((request) => handler(request), { origin: shopOrigin })(incoming, outgoing),
  )
  shopOrigin = await listen(shop)
  let callback: RequestListener | undefined
  identity = createServer((incoming, outgoing) => {
    if (!connections.cutsOff(incoming)) callback?.(incoming, outgoing)
  })
  issuer = await listen(identity)
  const provider = new Provider(issuer, {
    clients: await clientsOf(pair.publicKey),
    jwks: { keys: [{ ...(await exportJWK(server.privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    features: { backchannelLogout: { enabled: true }, revocation: { enabled: true } },
    scopes: ['openid', 'offline_access', 'profile'],
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    // Less than a minute, so that the first use of an access token renews it.
    ttl: {
      AccessToken: 31,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 3600,
      Session: 3600,
    },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id }),
    }),
    // Its guard against requests to itself is not for a test on the loopback interface.
    fetch: (
      url: URL,
      { dispatcher: _dispatcher, ...init }: RequestInit & { dispatcher?: unknown },
    ) => fetch(url, init),
  })
  callback = provider.callback()
})

afterEach(() => {
  connections.areClosed = false
})

afterAll(() => {
  shop.close()
  identity.close()
})

/** A browser over real HTTP, with one cookie jar per origin. */
class RealBrowser {
  readonly #jars = new Map<string, Map<string, string>>()

  jar(address: string): Map<string, string> {
    const { origin } = new URL(address)
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    return jar
  }

  async once(address: string, form?: Record<string, string>): Promise<Response> {
    const jar = this.jar(address)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form && new URLSearchParams(form)
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const text of response.headers.getSetCookie()) {
      const [pair = ''] = text.split(';')
      const [name = '', ...value] = pair.split('=')
      if (/max-age=0|1970/i.test(text)) jar.delete(name)
      else jar.set(name, value.join('='))
    }
    return response
  }

  /** Follows redirects, and fills in the provider's own forms on the way. */
  async walk(start: string, form?: Record<string, string>): Promise<Response> {
    let address = start
    let response = await this.once(address, form)
    for (let step = 0; step < 20; step += 1) {
      const location = response.headers.get('location')
      if (location !== null) {
        address = new URL(location, address).href
        response = await this.once(address)
        continue
      }
      if (!address.startsWith(issuer)) return response
      const html = await response.text()
      const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1]
      const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1] ?? ''
      address = new URL(action, address).href
      const answers: Record<string, string> = xsrf
        ? { xsrf, logout: 'yes' }
        : { prompt, login: 'lan', password: 'any' }
      response = await this.once(address, answers)
    }
    throw new Error(`The walk does not end; it is at ${address}.`)
  }
}

function authenticationOf(method: Method): ClientAuthentication {
  if (method === 'none') return { method }
  if (method !== 'private_key_jwt') return { method, secret }
  return { method, key: clientKey, keyId: 'client-1' }
}

function optionsFor(authentication: ClientAuthentication): SignOnWebOptions {
  const relyingParty = createRelyingParty({
    issuer,
    clientId: `shop-${authentication.method}`,
    authentication,
    ports: webPorts,
    metadata: { userinfo_endpoint: `${issuer}/me` },
    userInfoHeader: 'authorization',
  })
  const keyRing = createKeyRing([{ id: 'one', secret: 's'.repeat(32) }])
  const store = createMemorySessionStore()
  return {
    relyingParty,
    keyRing,
    sessions: createSessions({ relyingParty, store, keyRing, kept: 'store' }),
    origin: shopOrigin,
    scope: 'openid offline_access profile',
  }
}

// Specification: 4.1.13, 5.5.1
describe('against oidc-provider', () => {
  it.each(methods)('signs in, renews, queries the user, and signs out with %s', async (method) => {
    const options = optionsFor(authenticationOf(method))
    const web = createSignOnWeb(options)
    const notices: number[] = []
    handler = async (request) => {
      const response = await web.handle(request)
      if (request.url.endsWith('/back-channel-logout')) notices.push(response?.status ?? 0)
      return response
    }
    const browser = new RealBrowser()
    const opened = () => {
      const cookie = [...browser.jar(shopOrigin)].map((pair) => pair.join('=')).join('; ')
      return web.open(new Request(shopOrigin, { headers: { cookie } }))
    }

    await browser.walk(`${shopOrigin}/auth/sign-in`)
    const first = await opened()
    const before = first.session()?.tokens.accessToken
    const after = await first.accessToken()
    const claims = await fetchStandardClaims(options.relyingParty, {
      accessToken: after,
      subject: 'lan',
    })
    await browser.walk(`${shopOrigin}/auth/sign-out`, {})

    expect(first.identity).toMatchObject({ subject: 'lan', issuer })
    expect(after).not.toBe(before)
    expect(claims['sub']).toBe('lan')
    expect(notices).toEqual([200])
    expect((await opened()).identity).toBeUndefined()
  })

  it('retries when its connection is closed, and sends no refresh token twice', async () => {
    const { relyingParty } = optionsFor({ method: 'none' })
    const keySet = await relyingParty.keySet()
    const tokens = {
      accessToken: 'unknown',
      accessTokenExpiresAt: 0,
      refreshToken: 'once',
      idToken: '',
      scope: '',
    }
    connections.areClosed = true

    const keys = await keySet.renew()
    const claims = fetchStandardClaims(relyingParty, { accessToken: 'unknown', subject: 'lan' })
    await expect(claims).rejects.toMatchObject({ reason: 'token_refused' })
    const refresh = refreshTokens(relyingParty, { tokens, identity: { issuer, subject: 'lan' } })
    await expect(refresh).rejects.toMatchObject({ reason: 'network_failed' })

    expect(keys).toBeDefined()
    expect(connections.cutOff).toEqual(['GET /jwks', 'GET /me', 'POST /token'])
  })

  it('ends the session when the login is ended elsewhere', async () => {
    const options = optionsFor(authenticationOf('client_secret_basic'))
    const web = createSignOnWeb(options)
    handler = (request) => web.handle(request)
    const browser = new RealBrowser()
    await browser.walk(`${shopOrigin}/auth/sign-in`)
    const cookie = [...browser.jar(shopOrigin)].map((pair) => pair.join('=')).join('; ')
    const request = new Request(shopOrigin, { headers: { cookie } })
    const before = (await web.open(request)).identity

    // The provider's own page, without any word from the shop.
    const page = await browser.once(`${issuer}/session/end`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    await browser.once(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' })

    expect(before).toMatchObject({ subject: 'lan' })
    expect((await web.open(request)).identity).toBeUndefined()
  })
})
