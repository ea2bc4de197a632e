import { base64url, exportJWK, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose'
import { pooledKeyPair } from './key-pool.ts'

export const clientId = 'shop-1'
export const clientSecret = 'a-secret-of-the-tests'

interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

interface Grant {
  readonly code: string
  readonly parameters: URLSearchParams
  isUsed: boolean
  refreshToken: string
}

/** A request that reached the provider. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly form: URLSearchParams
}

/** What may be changed of a token before it is signed. */
export type Mutation = (token: {
  header: { alg: string; kid?: string; typ?: string }
  claims: JWTPayload & Record<string, unknown>
}) => void

/**
 * An identity server in memory with injectable faults: it serves the paths of the specification and
 * signs with jose, which the code under test does not use for signing.
 */
export class FaultProvider {
  readonly received: ReceivedRequest[] = []
  keys: SigningKey[] = []
  /** The key that signs; the last one published when left out. */
  signer: SigningKey | undefined
  issuer = 'https://id.example/'
  /** Changes the discovery document. */
  document: (document: Record<string, unknown>) => void = () => {}
  /** Changes each id_token; `use` says which answer contains it. */
  idToken: (token: Parameters<Mutation>[0], use: 'code' | 'refresh') => void = () => {}
  /** Changes each token response. */
  tokenResponse: (body: Record<string, unknown>) => void = () => {}
  /** Changes the query of each callback. */
  callback: (parameters: URLSearchParams) => void = () => {}
  /** Answers instead of the provider. */
  intercept: (request: ReceivedRequest) => Response | undefined | Promise<Response | undefined> =
    () => undefined
  userInfo: () => Response | Promise<Response> = () =>
    Response.json({ data: { full_name: 'Lan', phone_number: '0900000123' }, meta: { code: 200 } })
  /** The clock stands still at the start of the test, plus this many seconds. */
  aheadSeconds = 0
  readonly #startedAt = Math.floor(Date.now() / 1000)
  subject = 'customer-1'
  sid = 'login-1'
  readonly grants: Grant[] = []
  #counter = 0
  #keysTaken = 0

  /** In whole seconds since 1970, as the claims of tokens. */
  now = (): number => this.#startedAt + this.aheadSeconds
  /** The same clock in milliseconds since 1970, as the ports take it. */
  clock = (): number => this.now() * 1000

  static async start(): Promise<FaultProvider> {
    const provider = new FaultProvider()
    await provider.rotate()
    return provider
  }

  /** Publishes one new key in place of all others. */
  async rotate(): Promise<void> {
    this.#counter += 1
    this.keys = [await this.#takeKey(`key-${this.#counter}`)]
  }

  async addKey(): Promise<void> {
    this.#counter += 1
    this.keys.push(await this.#takeKey(`key-${this.#counter}`))
  }

  makeForeignKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
    return this.#takeKey(kid, alg)
  }

  // No key of this provider is given out twice.
  async #takeKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
    this.#keysTaken += 1
    return { kid, ...(await pooledKeyPair(alg, this.#keysTaken)) }
  }

  /** How many requests reached a path. */
  count(path: string): number {
    return this.received.filter(({ url }) => url.pathname === path).length
  }

  /** The user signs in and consents: gives the address that the browser is sent to. */
  authorize(address: string): string {
    const parameters = new URL(address).searchParams
    this.#counter += 1
    const code = `code-${this.#counter}`
    this.grants.push({ code, parameters, isUsed: false, refreshToken: `refresh-${this.#counter}` })
    const callback = new URL(parameters.get('redirect_uri') ?? '')
    callback.searchParams.set('code', code)
    callback.searchParams.set('scope', parameters.get('scope') ?? '')
    callback.searchParams.set('state', parameters.get('state') ?? '')
    this.callback(callback.searchParams)
    return callback.href
  }

  async sign(
    claims: JWTPayload & Record<string, unknown>,
    mutate: Mutation = () => {},
  ): Promise<string> {
    const signer = this.signer ?? this.keys.at(-1)
    if (!signer) throw new Error('The provider has no key.')
    const token = { header: { alg: 'RS256', kid: signer.kid, typ: 'JWT' }, claims: { ...claims } }
    mutate(token)
    if (token.header.alg === 'none') return new UnsecuredJWT(token.claims).encode()
    const key = token.header.alg.startsWith('HS')
      ? new TextEncoder().encode(clientSecret.padEnd(32, '0'))
      : signer.privateKey
    return new SignJWT(token.claims).setProtectedHeader(token.header).sign(key)
  }

  logoutToken(mutate: Mutation = () => {}): Promise<string> {
    this.#counter += 1
    const claims = {
      iss: this.issuer,
      aud: [clientId],
      iat: this.now(),
      jti: `logout-${this.#counter}`,
      sid: this.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    }
    return this.sign(claims, mutate)
  }

  readonly fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address)
    const headers = new Headers(init.headers)
    const form = new URLSearchParams(init.body instanceof URLSearchParams ? init.body : '')
    const request = { method: init.method ?? 'GET', url, headers, form }
    this.received.push(request)
    // A network takes time: without it no two requests are ever under way together.
    await new Promise((resolve) => setTimeout(resolve, 1))
    return (await this.intercept(request)) ?? this.#route(request)
  }

  async #route(request: ReceivedRequest): Promise<Response> {
    switch (`${request.method} ${request.url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return this.#discovery()
      case 'GET /.well-known/jwks.json':
        return this.#jwks()
      case 'POST /oauth2/token':
        return this.#token(request.form)
      case 'POST /oauth2/revoke':
        return new Response(null, { status: 200 })
      case 'GET /user-management/user-info':
      case 'GET /userinfo':
        return this.userInfo()
      default:
        return new Response('not found', { status: 404 })
    }
  }

  #discovery(): Response {
    const base = 'https://id.example'
    const document: Record<string, unknown> = {
      issuer: this.issuer,
      authorization_endpoint: `${base}/oauth2/auth`,
      token_endpoint: `${base}/oauth2/token`,
      jwks_uri: `${base}/.well-known/jwks.json`,
      userinfo_endpoint: `${base}/userinfo`,
      revocation_endpoint: `${base}/oauth2/revoke`,
      end_session_endpoint: `${base}/oauth2/sessions/logout`,
    }
    this.document(document)
    return Response.json(document)
  }

  async #jwks(): Promise<Response> {
    const keys = await Promise.all(
      this.keys.map(async ({ kid, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        ...(kid !== '' && { kid }),
        use: 'sig',
        alg: 'RS256',
      })),
    )
    return Response.json({ keys })
  }

  async #token(form: URLSearchParams): Promise<Response> {
    const isRefresh = form.get('grant_type') === 'refresh_token'
    const grant = this.grants.find((one) =>
      isRefresh
        ? one.isUsed && one.refreshToken === form.get('refresh_token')
        : one.code === form.get('code'),
    )
    if (!grant || (!isRefresh && (grant.isUsed || !(await this.#isProven(grant, form))))) {
      return Response.json({ error: 'invalid_grant', status_code: 400 }, { status: 400 })
    }
    grant.isUsed = true
    this.#counter += 1
    grant.refreshToken = `refresh-${this.#counter}`
    const accessToken = `access-${this.#counter}`
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(accessToken))
    const claims = {
      iss: this.issuer,
      sub: this.subject,
      aud: [clientId],
      exp: this.now() + 3600,
      iat: this.now(),
      auth_time: this.now(),
      sid: this.sid,
      // The real server sends an empty nonce on refresh.
      nonce: isRefresh ? '' : (grant.parameters.get('nonce') ?? ''),
      at_hash: base64url.encode(new Uint8Array(hash).slice(0, 16)),
    }
    const use = isRefresh ? 'refresh' : 'code'
    const body: Record<string, unknown> = {
      access_token: accessToken,
      expires_in: 3600,
      id_token: await this.sign(claims, (token) => this.idToken(token, use)),
      scope: 'openid offline profile',
      token_type: 'bearer',
    }
    if (grant.parameters.get('scope')?.includes('offline')) {
      body['refresh_token'] = grant.refreshToken
    }
    this.tokenResponse(body)
    return Response.json(body)
  }

  async #isProven(grant: Grant, form: URLSearchParams): Promise<boolean> {
    const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '')
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', verifier))
    return (
      base64url.encode(hash) === grant.parameters.get('code_challenge') &&
      form.get('redirect_uri') === grant.parameters.get('redirect_uri')
    )
  }
}
