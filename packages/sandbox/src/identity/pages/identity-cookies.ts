import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { opaqueToken } from '../opaque-token.ts'
import type { IdentityServer } from '../identity-server.ts'
import type { NewLoginSession } from '../login-sessions.ts'

const browserName = 'identity_browser'
const sessionName = 'identity_session'

function options(server: IdentityServer) {
  const secure = server.sandbox.url.startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
}

/** Value of the cookie that ties waiting requests to a browser; set when the browser has none. */
export function browserCookie(c: Context, server: IdentityServer): string {
  const known = getCookie(c, browserName)
  if (known !== undefined && known !== '') return known
  const made = opaqueToken()
  setCookie(c, browserName, made, options(server))
  return made
}

/** Value of the browser's cookie; empty when it has none. */
export function readBrowserCookie(c: Context): string {
  return getCookie(c, browserName) ?? ''
}

/** Value of the cookie of a remembered sign-in. */
export function readSessionCookie(c: Context): string | undefined {
  return getCookie(c, sessionName)
}

/** Sets the cookie of a sign-in, or deletes it when the sign-in is not remembered. */
export function saveSessionCookie(
  c: Context,
  server: IdentityServer,
  { cookie }: Pick<NewLoginSession, 'cookie'>,
): void {
  if (cookie === undefined) deleteCookie(c, sessionName, options(server))
  else {
    const maxAge = Math.min(server.rules.rememberSeconds, 400 * 24 * 3600)
    setCookie(c, sessionName, cookie, { ...options(server), maxAge })
  }
}
