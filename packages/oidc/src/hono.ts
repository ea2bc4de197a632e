import type { MiddlewareHandler } from 'hono'
import { isSignOnFailure } from './failure/sign-on-error.ts'
import { createSignOnWeb, type SignOnWeb } from './web/sign-on-web.ts'
import type { RequestSession } from './web/request-session.ts'
import type { SignOnWebOptions } from './web/web-options.ts'

export { createUserInfoProxy, type UserInfoProxyOptions } from './web/user-info-proxy.ts'
export type { RequestSession } from './web/request-session.ts'
export type { RegisteredAddresses, SignOnWeb } from './web/sign-on-web.ts'
export type { SignOnWebOptions } from './web/web-options.ts'

/** What a route behind the middleware finds in its context. */
export interface SignOnEnv<Bindings extends object> {
  Bindings: Bindings
  Variables: {
    /** Who is signed in, and their access token. */
    signOn: RequestSession
  }
}

/** Sign-on as middleware. */
export interface HonoSignOn<Bindings extends object> {
  /**
   * Answers the routes of sign-on and reads the session of every other request into `c.var.signOn`.
   * Mount it with `app.use`, before your routes.
   */
  readonly session: MiddlewareHandler<SignOnEnv<Bindings>>
  /** Lets through only who is signed in; pages are sent to the sign-in, other requests get 401. */
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
 * @param options how sign-on works, or how to make that from the bindings of the Worker; it is made once
 *   and kept, so that metadata and keys stay in memory
 */
export function signOn<Bindings extends object>(
  options: SignOnWebOptions | ((bindings: Bindings) => SignOnWebOptions),
): HonoSignOn<Bindings> {
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
      await next()
      if (isSignOnFailure(c.error)) c.res = await web.fail(c.error, c.req.raw)
      for (const cookie of await opened.cookies()) {
        c.header('set-cookie', cookie, { append: true })
      }
      if (opened.identity) c.header('cache-control', 'private, no-store')
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
