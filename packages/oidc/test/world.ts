import { createRelyingParty, type RelyingPartyOptions } from '../src/index.ts'
import type { SignOnFailure } from '../src/failure/sign-on-error.ts'
import { createKeyRing, createSessions, type SessionStore } from '../src/session.ts'
import { createMemorySessionStore } from '../src/testing.ts'
import { createSignOnWeb, type SignOnWeb, type SignOnWebOptions } from '../src/web.ts'
import { clientId, clientSecret, type FaultProvider } from './fault-provider.ts'

export const origin = 'https://shop.example'

/** What a test may choose. */
export interface WorldOptions {
  readonly kept?: 'store' | 'cookie'
  readonly store?: SessionStore
  /** 12 hours when left out, so that tests may let time pass between two requests. */
  readonly idleSeconds?: number
  readonly relyingParty?: Partial<RelyingPartyOptions>
  readonly web?: Partial<SignOnWebOptions>
}

/** A shop with sign-on, and the identity server that it uses. */
export interface World {
  readonly web: SignOnWeb
  readonly options: SignOnWebOptions
  readonly store: SessionStore
  readonly failures: SignOnFailure[]
  /** Moves the clocks of the shop and of the identity server. */
  advance(seconds: number): void
}

export function makeWorld(provider: FaultProvider, options: WorldOptions = {}): World {
  const store = options.store ?? createMemorySessionStore()
  const keyRing = createKeyRing([{ id: 'one', secret: 'x'.repeat(32) }])
  const failures: SignOnFailure[] = []
  const relyingParty = createRelyingParty({
    issuer: 'https://id.example',
    clientId,
    authentication: { method: 'client_secret_basic', secret: clientSecret },
    ports: {
      fetch: provider.fetch,
      now: provider.clock,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 20)),
      deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    },
    ...options.relyingParty,
  })
  const { kept = 'store', idleSeconds = 12 * 3600 } = options
  const webOptions: SignOnWebOptions = {
    relyingParty,
    sessions: createSessions({
      relyingParty,
      store,
      keyRing,
      kept,
      ...(kept === 'store' && { idleSeconds }),
    }),
    keyRing,
    origin,
    onFailure: (failure) => {
      failures.push(failure)
    },
    ...options.web,
  }
  return {
    web: createSignOnWeb(webOptions),
    options: webOptions,
    store,
    failures,
    advance: (seconds) => {
      provider.aheadSeconds += seconds
    },
  }
}

/** A browser with a cookie jar. */
export class Browser {
  readonly cookies: Map<string, string>
  readonly #web: SignOnWeb
  readonly #origin: string

  constructor(web: SignOnWeb, at = origin, cookies = new Map<string, string>()) {
    this.#web = web
    this.#origin = at
    this.cookies = cookies
  }

  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie !== '') headers.set('cookie', cookie)
    return new Request(new URL(path, this.#origin), { ...init, headers })
  }

  /** Takes the cookies of an answer, as a browser does. */
  take(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ')
      const separator = pair.indexOf('=')
      const name = pair.slice(0, separator)
      if (cookie.length > 4096) continue
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(separator + 1))
    }
  }

  async send(request: Request): Promise<Response> {
    const response = await this.#web.handle(request)
    if (!response) throw new Error('No route of sign-on answers this.')
    this.take(response.headers.getSetCookie())
    return response
  }

  open(path: string, init?: RequestInit): Promise<Response> {
    return this.send(this.request(path, init))
  }

  /** Starts a sign-in, and gives the address of the login page. */
  async startSignIn(query = ''): Promise<string> {
    const response = await this.open(`/auth/sign-in${query}`)
    return response.headers.get('location') ?? ''
  }

  /** Signs in from the first click to the last redirect. */
  async signIn(provider: FaultProvider, query = ''): Promise<Response> {
    return this.open(provider.authorize(await this.startSignIn(query)))
  }

  /** Who the shop thinks this is. */
  async who() {
    return this.#web.open(this.request('/'))
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.who()).identity !== undefined
  }

  /** An access token, as a page of the shop would ask for it. */
  async accessToken(): Promise<string> {
    const opened = await this.who()
    try {
      return await opened.accessToken()
    } finally {
      this.take(await opened.cookies())
    }
  }
}
