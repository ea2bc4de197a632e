import { checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { isSignOnFailure } from '../failure/sign-on-error.ts'
import { isLoopback } from '../relying-party/issuer-url.ts'
import { failurePage } from './answers.ts'
import { createCookieWriter } from './cookies.ts'
import { openRequestSession, type RequestSession } from './request-session.ts'
import { answerBackChannel, answerFrontChannel } from './routes/logout-notices.ts'
import { answerCallback } from './routes/callback.ts'
import { answerSignIn, wantedPage } from './routes/sign-in.ts'
import { answerSignedOut, answerSignOut } from './routes/sign-out.ts'
import type { RouteContext } from './web-options.ts'
import type { SignOnWebOptions } from './web-options.ts'

/** Addresses to register with the operator of the identity server. */
export interface RegisteredAddresses {
  readonly redirectUri: string
  readonly postLogoutRedirectUri: string
  readonly frontChannelLogoutUri: string
  readonly backChannelLogoutUri: string
}

/** Sign-on of a web application, from Request to Response. */
export interface SignOnWeb {
  /** Answers the routes under `basePath`; `undefined` for any other request. */
  handle(request: Request): Promise<Response | undefined>
  /** Reads the session of a request. Append its `cookies()` to your answer. */
  open(request: Request): Promise<RequestSession>
  /** Answers a failure, calling `onFailure` first; other errors are rethrown. */
  fail(error: unknown, request: Request): Promise<Response>
  /** Address that starts a sign-in and then returns to a path of the application. */
  signInPath(returnTo?: string): string
  readonly addresses: RegisteredAddresses
}

type Route = (context: RouteContext, request: Request) => Promise<Response>

const routes: ReadonlyMap<string, readonly [method: string, route: Route]> = new Map([
  ['/sign-in', ['GET', answerSignIn]],
  ['/callback', ['GET', answerCallback]],
  ['/sign-out', ['POST', answerSignOut]],
  ['/signed-out', ['GET', answerSignedOut]],
  ['/back-channel-logout', ['POST', answerBackChannel]],
  ['/front-channel-logout', ['GET', answerFrontChannel]],
])

function checkedOrigin(text: string): URL {
  if (!URL.canParse(text)) {
    throw new TypeError('origin must be an address such as https://shop.example.')
  }
  const origin = new URL(text)
  if (origin.href !== `${origin.origin}/`) {
    throw new TypeError('origin must be scheme, host and port only; basePath is for the path.')
  }
  const isPlain = origin.protocol === 'http:' && isLoopback(origin.hostname)
  if (origin.protocol !== 'https:' && !isPlain) {
    throw new TypeError('origin must be https; plain http is for localhost only.')
  }
  return origin
}

/**
 * With any other path the routes could not be reached; `auth` would also make a redirect address at
 * another host.
 */
function checkBasePath(path: string, origin: string): void {
  const isPath = /^\/(?!\/).*[^/]$/.test(path) && new URL(origin + path).pathname === path
  if (isPath) return
  throw new TypeError('basePath must be a path such as /auth, without a slash at its end.')
}

const optionRules: OptionRules<SignOnWebOptions> = {
  relyingParty: 'object!',
  sessions: 'object!',
  keyRing: 'object!',
  origin: 'any',
  basePath: 'any',
  scope: 'string',
  demands: 'function',
  homePath: 'string',
  onSignedIn: 'function',
  onFailure: 'function',
}

/**
 * Makes the routes of sign-on: GET sign-in, GET callback, POST sign-out, GET signed-out,
 * POST back-channel-logout, GET front-channel-logout.
 *
 * @throws TypeError when origin is neither https nor plain http on the loopback interface, or has
 *   more than an origin, or basePath is not a valid path
 * @example
 * ```ts
 * import { createRelyingParty, webPorts } from '@merchant-edge/oidc'
 * import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
 * import { createMemorySessionStore } from '@merchant-edge/oidc/testing'
 * import { createSignOnWeb } from '@merchant-edge/oidc/web'
 *
 * const relyingParty = createRelyingParty({
 *   issuer: 'https://id.example',
 *   clientId: 'shop',
 *   authentication: { method: 'client_secret_basic', secret: 'from your secret store' },
 *   ports: webPorts,
 * })
 * const keyRing = createKeyRing([{ id: 'one', secret: 'at least 32 random characters, kept secret' }])
 * const store = createMemorySessionStore()
 * const sessions = createSessions({ relyingParty, store, keyRing, kept: 'store' })
 * const web = createSignOnWeb({ relyingParty, sessions, keyRing, origin: 'https://shop.example' })
 *
 * export async function answer(request: Request): Promise<Response> {
 *   const routed = await web.handle(request)
 *   if (routed) return routed
 *   const { identity } = await web.open(request)
 *   if (identity) return new Response(`Customer ${identity.subject}`)
 *   return new Response(null, { status: 303, headers: { location: web.signInPath('/') } })
 * }
 *
 * const stranger = await answer(new Request('https://shop.example/'))
 * if (stranger.headers.get('location') !== '/auth/sign-in?return_to=%2F') throw new Error('Sign in.')
 * ```
 */
export function createSignOnWeb(options: SignOnWebOptions): SignOnWeb {
  checkOptions('createSignOnWeb', options, optionRules)
  const { sessions, relyingParty, basePath = '/auth' } = options
  const ownOrigin = checkedOrigin(options.origin)
  const { origin } = ownOrigin
  if (basePath !== '') checkBasePath(basePath, origin)
  const writer = createCookieWriter(ownOrigin)
  const base = `${origin}${basePath}`
  const signInPath = (returnTo?: string): string =>
    `${basePath}/sign-in${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`
  const context: RouteContext = {
    options,
    writer,
    origin,
    homePath: options.homePath ?? '/',
    redirectUri: `${base}/callback`,
    postLogoutRedirectUri: `${base}/signed-out`,
    signInPath,
  }

  /**
   * The page to return to: the one that the sign-in was requested for, or the one that found its
   * session expired.
   */
  function pageOf(request: Request): string | undefined {
    const { pathname, search } = new URL(request.url)
    if (pathname === signInPath()) return wantedPage(request, origin)
    const isPage = request.method === 'GET' && !pathname.startsWith(`${basePath}/`)
    return isPage ? `${pathname}${search}` : undefined
  }

  async function fail(error: unknown, request: Request): Promise<Response> {
    if (!isSignOnFailure(error)) throw error
    const again = signInPath(pageOf(request))
    const own = await options.onFailure?.(error, request, again)
    return own instanceof Response ? own : failurePage(error, again, [])
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url)
      const found = pathname.startsWith(basePath)
        ? routes.get(pathname.slice(basePath.length))
        : undefined
      if (!found) return undefined
      const [method, route] = found
      if (request.method !== method) {
        return new Response(null, { status: 405, headers: { allow: method } })
      }
      try {
        return await route(context, request)
      } catch (error) {
        return fail(error, request)
      }
    },
    open: (request) =>
      openRequestSession({ sessions, writer, nowSeconds: relyingParty.nowSeconds }, request),
    fail,
    signInPath,
    addresses: {
      redirectUri: context.redirectUri,
      postLogoutRedirectUri: context.postLogoutRedirectUri,
      frontChannelLogoutUri: `${base}/front-channel-logout`,
      backChannelLogoutUri: `${base}/back-channel-logout`,
    },
  }
}
