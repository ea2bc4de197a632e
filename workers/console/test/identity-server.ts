import type { SignOnPorts } from '@merchant-edge/oidc'

const issuer = 'https://id.example'
const clientId = 'edge-desk'
const codeOfAll = 'a-code-of-the-identity-server'

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCodePoint(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function part(json: object): string {
  return base64url(new TextEncoder().encode(JSON.stringify(json)))
}

/** An identity server in memory, at which one person signs in. */
export interface IdentityServer {
  readonly url: string
  readonly fetch: SignOnPorts['fetch']
  /** Paths of the received requests. */
  readonly asked: string[]
  /** Whether it answers 503 to everything. */
  isAway: boolean
  /** Signs the person in; returns the address to which the browser is redirected. */
  authorize(address: string): URL
  /** A logout token with these claims; a forged one has another signature. */
  logoutToken(claims: object, forgery?: { readonly kid?: string }): Promise<string>
}

/**
 * Starts an identity server. It signs with WebCrypto, and checks nothing, because the desk is under
 * test.
 *
 * @param claims `sub` and `amr` of the person, and when the person signs in
 */
export async function startIdentityServer(claims: {
  readonly sub: string
  readonly amr: readonly string[]
  readonly now: number
}): Promise<IdentityServer> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ['sign', 'verify'],
  )
  if (!('publicKey' in keys)) throw new TypeError('An RSA key is a pair.')
  const { privateKey, publicKey } = keys
  const jwk = await crypto.subtle.exportKey('jwk', publicKey)
  let nonce = ''

  async function signed(payload: object, forgery?: { readonly kid?: string }): Promise<string> {
    const text = `${part({ alg: 'RS256', kid: '1', ...forgery })}.${part(payload)}`
    const bytes = new TextEncoder().encode(text)
    const signature = new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, bytes))
    if (forgery !== undefined) signature.reverse()
    return `${text}.${base64url(signature)}`
  }

  async function idToken(): Promise<string> {
    const { now, sub, amr } = claims
    const payload = { iss: issuer, aud: clientId, sub, amr, nonce, iat: now, auth_time: now }
    return await signed({ ...payload, exp: now + 3_600 })
  }

  async function answer(path: string): Promise<Response> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/oauth2/auth`,
          token_endpoint: `${issuer}/oauth2/token`,
          jwks_uri: `${issuer}/keys`,
        })
      case '/keys':
        return Response.json({ keys: [{ ...jwk, kid: '1', use: 'sig', alg: 'RS256' }] })
      case '/oauth2/token':
        return Response.json({
          access_token: 'an access token',
          token_type: 'bearer',
          expires_in: 3_600,
          scope: 'openid',
          id_token: await idToken(),
        })
      default:
        return new Response('not found', { status: 404 })
    }
  }

  const server: IdentityServer = {
    url: issuer,
    asked: [],
    isAway: false,
    async fetch(address) {
      const { pathname } = new URL(address)
      server.asked.push(pathname)
      return server.isAway ? new Response(null, { status: 503 }) : await answer(pathname)
    },
    logoutToken: (changes, forgery) =>
      signed(
        {
          iss: issuer,
          aud: clientId,
          iat: claims.now,
          jti: crypto.randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...changes,
        },
        forgery,
      ),
    authorize(address) {
      const asked = new URL(address).searchParams
      nonce = asked.get('nonce') ?? ''
      const callback = new URL(asked.get('redirect_uri') ?? '')
      callback.searchParams.set('code', codeOfAll)
      callback.searchParams.set('state', asked.get('state') ?? '')
      return callback
    },
  }
  return server
}
