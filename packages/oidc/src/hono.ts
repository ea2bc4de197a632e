import type { MiddlewareHandler } from 'hono'
import { isSignOnFailure } from './failure/sign-on-error.ts'
import { createSignOnWeb, type SignOnWeb } from './web/sign-on-web.ts'
import type { RequestSession } from './web/request-session.ts'
import type { SignOnWebOptions } from './web/web-options.ts'

export { createUserInfoProxy, type UserInfoProxyOptions } from './web/user-info-proxy.ts'
export type { RequestSession } from './web/request-session.ts'
export type { RegisteredAddresses, SignOnWeb } from './web/sign-on-web.ts'
export type { SignInDemands, SignOnWebOptions } from './web/web-options.ts'

/** Environment of a Hono app with the middleware: `c.var.signOn` is the session of the request. */
export interface SignOnEnv<Bindings extends object> {
  Bindings: Bindings
  Variables: {
    /** The session of the request; its `identity` is `undefined` when nobody is signed in. */
    signOn: RequestSession
  }
}

/** The two middlewares of sign-on: one reads the session, the other requires it. */
export interface HonoSignOn<Bindings extends object> {
  /**
   * Answers the routes of sign-on and reads the session of every other request into `c.var.signOn`.
   * Mount it with `app.use`, before your routes.
   */
  readonly session: MiddlewareHandler<SignOnEnv<Bindings>>
  /**
   * Allows only signed-in customers; pages are redirected to the sign-in, other requests get 401.
   */
  readonly required: MiddlewareHandler<SignOnEnv<Bindings>>
}

function isPage(request: Request): boolean {
  const accepts = request.headers.get('accept') ?? ''
  return request.method === 'GET' && accepts.includes('text/html')
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return `${pathname}${search}`
}

/**
 * Makes the middleware of sign-on.
 *
 * @param options the options of sign-on, or a function that makes them from the bindings of the
 *   Worker; it is called once and its result kept, so that metadata and keys stay in memory
 * @example
 * ```ts
 * import { createRelyingParty, webPorts } from '@merchant-edge/oidc'
 * import { signOn, type SignOnEnv } from '@merchant-edge/oidc/hono'
 * import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
 * import { createMemorySessionStore } from '@merchant-edge/oidc/testing'
 * import { Hono } from 'hono'
 *
 * interface Env {
 *   CLIENT_SECRET: string
 *   SEALING_SECRET: string
 * }
 * const store = createMemorySessionStore()
 * const auth = signOn((env: Env) => {
 *   const keyRing = createKeyRing([{ id: 'one', secret: env.SEALING_SECRET }])
 *   const relyingParty = createRelyingParty({
 *     issuer: 'https://id.example',
 *     clientId: 'shop',
 *     authentication: { method: 'client_secret_basic', secret: env.CLIENT_SECRET },
 *     ports: webPorts,
 *   })
 *   const sessions = createSessions({ relyingParty, store, keyRing, kept: 'store' })
 *   return { relyingParty, keyRing, sessions, origin: 'https://shop.example' }
 * })
 * const app = new Hono<SignOnEnv<Env>>()
 * app.use(auth.session)
 * app.get('/me', auth.required, (c) => c.text(c.var.signOn.identity?.subject ?? ''))
 *
 * export default app
 * ```
 */
export function signOn<Bindings extends object>(
  options: SignOnWebOptions | ((bindings: Bindings) => SignOnWebOptions),
): HonoSignOn<Bindings> {
  if (Object(options) !== options) {
    throw new TypeError('signOn: options must be an object, or a function that returns it')
  }
  let made: SignOnWeb | undefined
  const webFor = (bindings: Bindings): SignOnWeb => {
    made ??= createSignOnWeb(typeof options === 'function' ? options(bindings) : options)
    return made
  }
  return {
    session: async (c, next) => {
      const web = webFor(c.env)
      const answer = await web.handle(c.req.raw)
      if (answer) return answer
      const opened = await web.open(c.req.raw)
      c.set('signOn', opened)
      const isForOne = opened.identity !== undefined
      await next()
      if (isSignOnFailure(c.error)) c.res = await web.fail(c.error, c.req.raw)
      for (const cookie of await opened.cookies()) {
        c.header('set-cookie', cookie, { append: true })
      }
      if (isForOne) c.header('cache-control', 'private, no-store')
      return undefined
    },
    required: async (c, next) => {
      if (c.var.signOn.identity) {
        await next()
        return undefined
      }
      if (!isPage(c.req.raw)) return c.text('sign in first', 401)
      return c.redirect(webFor(c.env).signInPath(pathOf(c.req.raw)), 303)
    },
  }
}
