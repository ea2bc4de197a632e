import { isSignOnFailure, SignOnError } from '../../failure/sign-on-error.ts'
import type { Session } from '../../session/session.ts'
import { completeSignIn } from '../../sign-in/complete-sign-in.ts'
import type { SignInTransaction } from '../../sign-in/transaction.ts'
import { failurePage, redirect, withCookie } from '../answers.ts'
import { readCookies } from '../cookies.ts'
import { openRequestSession } from '../request-session.ts'
import type { RouteContext } from '../web-options.ts'
import { sessionCookie, writeSessionCookie } from '../session-cookie.ts'
import { findTransactionCookie } from '../transaction-cookies.ts'

const waitMs = 100
const maxWaits = 100

// The browser sent the same callback twice concurrently. The code works only once, so the second
// request waits for the session that the first one creates.
async function awaitSession(
  { options }: RouteContext,
  transaction: SignInTransaction,
): Promise<Session> {
  const { sessions, relyingParty } = options
  for (let waits = 0; waits < maxWaits; waits += 1) {
    const session = await sessions.find(transaction.sessionId)
    if (session) return session
    await relyingParty.ports.wait(waitMs)
  }
  throw new SignOnError('sign_in_in_progress')
}

async function openSession(
  context: RouteContext,
  request: Request,
  transaction: SignInTransaction,
): Promise<Session> {
  const { sessions, relyingParty, onSignedIn } = context.options
  if (!(await sessions.claimCallback(transaction.state))) return awaitSession(context, transaction)
  const url = `${context.redirectUri}${new URL(request.url).search}`
  const signedIn = await completeSignIn(relyingParty, { url, transaction })
  await onSignedIn?.(signedIn, request)
  return sessions.open(transaction.sessionId, signedIn, transaction.redirectUri)
}

// Once the browser has a new cookie, the session of the old one ends, so that a copy of the old
// cookie is useless after the new sign-in.
async function endSessionBefore(
  { options: { sessions, relyingParty }, writer }: RouteContext,
  request: Request,
  session: Session,
): Promise<void> {
  const { nowSeconds } = relyingParty
  const before = (await openRequestSession({ sessions, writer, nowSeconds }, request)).session()
  // The same callback may arrive twice, the second time with the cookie that the first one has set.
  if (before !== undefined && before.id !== session.id) await sessions.close(before, 'replaced')
}

// Without its transaction nothing in a callback can be checked. Most often the page was loaded
// again, and the customer is signed in already.
async function answerStray(context: RouteContext, request: Request): Promise<Response> {
  const { options, writer, homePath } = context
  const { sessions, relyingParty } = options
  const { identity } = await openRequestSession(
    { sessions, writer, nowSeconds: relyingParty.nowSeconds },
    request,
  )
  if (identity) return redirect(homePath)
  throw new SignOnError('transaction_missing')
}

/** Handles the callback of a sign-in: creates the session and redirects to the requested path. */
export async function answerCallback(context: RouteContext, request: Request): Promise<Response> {
  const { options, writer, homePath } = context
  const { sessions, relyingParty, keyRing, onFailure } = options
  const { searchParams } = new URL(request.url)
  const cookies = readCookies(request)
  const state = searchParams.get('state') ?? ''
  const found = await findTransactionCookie({ writer, keyRing }, cookies, state)
  if (!found) return answerStray(context, request)
  const { transaction, clear } = found
  try {
    const session = await openSession(context, request, transaction)
    await endSessionBefore(context, request, session)
    const written = writeSessionCookie(writer, cookies, {
      name: sessionCookie,
      value: await sessions.cookieOf(session),
      maxAgeSeconds: session.expiresAt - relyingParty.nowSeconds(),
    })
    return redirect(transaction.returnTo ?? homePath, [clear, ...written])
  } catch (error) {
    if (!isSignOnFailure(error)) throw error
    const signInPath = context.signInPath(transaction.returnTo)
    const own = await onFailure?.(error, request, signInPath)
    return own instanceof Response
      ? withCookie(own, clear)
      : failurePage(error, signInPath, [clear])
  }
}
