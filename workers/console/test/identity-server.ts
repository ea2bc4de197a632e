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
  /** Whether it answers 503 to everything. */
  isAway: boolean
  /** The person signs in: gives the address that the browser is sent to. */
  authorize(address: string): URL
}

/**
 * Starts an identity server. It signs with WebCrypto, and checks nothing: what is under test is the desk.
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

  async function idToken(): Promise<string> {
    const { now, sub, amr } = claims
    const payload = { iss: issuer, aud: clientId, sub, amr, nonce, iat: now, auth_time: now }
    const text = `${part({ alg: 'RS256', kid: '1' })}.${part({ ...payload, exp: now + 3_600 })}`
    const bytes = new TextEncoder().encode(text)
    const signature = await crypto.subtle.sign(algorithm, privateKey, bytes)
    return `${text}.${base64url(new Uint8Array(signature))}`
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
    isAway: false,
    fetch: async (address) =>
      server.isAway ? new Response(null, { status: 503 }) : answer(new URL(address).pathname),
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
