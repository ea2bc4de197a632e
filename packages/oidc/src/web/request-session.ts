import { isSignOnFailure, SignOnError } from '../failure/sign-on-error.ts'
import type { Session } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import type { SignedInIdentity } from '../sign-in/token-set.ts'
import { readCookies, type CookieWriter } from './cookies.ts'
import {
  clearSessionCookie,
  readSessionCookie,
  sessionCookie,
  writeSessionCookie,
} from './session-cookie.ts'

/** The session that the cookies of a request belong to. */
export interface RequestSession {
  /**
   * Who is signed in; `undefined` when nobody is, also from the moment on at which `accessToken` has
   * found that the session is over.
   */
  readonly identity: SignedInIdentity | undefined
  /** Whether the browser has the cookie of an invalid session: signed out, expired, or not ours. */
  readonly isOver: boolean
  /**
   * An access token that is valid for at least another minute; it is renewed if necessary, once for
   * all requests.
   *
   * @throws SignOnError `session_ended` when the customer has to sign in again
   */
  accessToken(): Promise<string>
  /** `Set-Cookie` values for the answer. Call it last: a renewal of the tokens changes them. */
  cookies(): Promise<readonly string[]>
  /** The session with its newest tokens; `undefined` when nobody is signed in. Never log it. */
  session(): Session | undefined
}

/**
 * Reads the session cookie of a request and looks the session up; no request to the identity
 * server.
 */
export async function openRequestSession(
  {
    sessions,
    writer,
    nowSeconds,
  }: { sessions: Sessions; writer: CookieWriter; nowSeconds: () => number },
  request: Request,
): Promise<RequestSession> {
  const cookies = readCookies(request)
  const value = readSessionCookie(writer, cookies, sessionCookie)
  const found = value === undefined ? undefined : await sessions.read(value)
  let current = found
  return {
    get identity() {
      return current?.identity
    },
    isOver: found === undefined && cookies.has(writer.name(sessionCookie)),
    async accessToken() {
      if (!current) throw new SignOnError('session_ended')
      try {
        current = await sessions.fresh(current)
        return current.tokens.accessToken
      } catch (error) {
        const isOver = isSignOnFailure(error) && /^(reauthenticate|attack)$/.test(error.kind)
        if (isOver) current = undefined
        throw error
      }
    },
    async cookies() {
      if (!current) return clearSessionCookie(writer, cookies, sessionCookie)
      if (current === found) return []
      const written = await sessions.cookieOf(current)
      if (written === value) return []
      const maxAgeSeconds = current.expiresAt - nowSeconds()
      return writeSessionCookie(writer, cookies, {
        name: sessionCookie,
        value: written,
        maxAgeSeconds,
      })
    },
    session: () => current,
  }
}
