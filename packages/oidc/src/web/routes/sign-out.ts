import { isSignOnFailure, SignOnError } from '../../failure/sign-on-error.ts'
import { checkSignedOut, startSignOut } from '../../sign-out/start-sign-out.ts'
import { revokeTokens } from '../../tokens/revoke-tokens.ts'
import { redirect } from '../answers.ts'
import { readCookies } from '../cookies.ts'
import { openRequestSession } from '../request-session.ts'
import type { RouteContext } from '../web-options.ts'
import { clearSessionCookie, sessionCookie } from '../session-cookie.ts'

const signOutCookie = 'signout'
const signOutSeconds = 600
const purpose = 'sign-out cookie'

function checkSender(request: Request, origin: string): void {
  const sender = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  // A page with the policy no-referrer sends Origin: null, so Sec-Fetch-Site is checked first.
  const isOurs =
    site === null ? sender === null || sender === origin : site === 'same-origin' || site === 'none'
  if (!isOurs) throw new SignOnError('request_forged')
}

/**
 * Signs out: revokes the tokens, ends the session here, and then sends the browser to the identity
 * server to end the login there. When the server is unavailable, the customer is still signed out
 * here.
 */
export async function answerSignOut(context: RouteContext, request: Request): Promise<Response> {
  const { options, writer, origin, homePath, postLogoutRedirectUri } = context
  const { sessions, relyingParty, keyRing, onFailure } = options
  checkSender(request, origin)
  const cookies = readCookies(request)
  const cleared = clearSessionCookie(writer, cookies, sessionCookie)
  const { nowSeconds } = relyingParty
  const session = (await openRequestSession({ sessions, writer, nowSeconds }, request)).session()
  if (!session) return redirect(homePath, cleared)
  const revoked = await tryStep(() => revokeTokens(relyingParty, session.tokens))
  if (revoked) await onFailure?.(revoked, request, context.signInPath())
  await sessions.close(session)
  try {
    const { idToken } = session.tokens
    const { url, state } = await startSignOut(relyingParty, { idToken, postLogoutRedirectUri })
    const sealed = await keyRing.seal(state, purpose)
    return redirect(url, [...cleared, writer.set(signOutCookie, sealed, signOutSeconds)])
  } catch (error) {
    if (!isSignOnFailure(error)) throw error
    await onFailure?.(error, request, context.signInPath())
    return redirect(homePath, cleared)
  }
}

async function tryStep(step: () => Promise<void>) {
  try {
    await step()
    return undefined
  } catch (error) {
    if (isSignOnFailure(error)) return error
    throw error
  }
}

/** Receives the browser after the sign-out at the identity server, and checks its state. */
export async function answerSignedOut(context: RouteContext, request: Request): Promise<Response> {
  const { options, writer, homePath } = context
  const sealed = readCookies(request).get(writer.name(signOutCookie))
  // The state cookie expires after ten minutes, and is removed by the first return. A return
  // without it is not an error, so it only redirects.
  if (sealed === undefined) return redirect(homePath)
  checkSignedOut(request.url, await options.keyRing.open(sealed, purpose))
  return redirect(homePath, [writer.clear(signOutCookie)])
}
