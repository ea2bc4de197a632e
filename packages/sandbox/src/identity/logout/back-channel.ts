import { refuseTarget } from '../../delivery/delivery-target.ts'
import type { IdentityServer } from '../identity-server.ts'
import type { LoginSession } from '../sessions/login-sessions.ts'
import { logoutForm, type LogoutForm } from './logout-token.ts'
import { noteNotification, settleNotification, type LogoutNotification } from './notifications.ts'

/** Time for all tries together. */
const windowMs = 5000
const pauseMs = 1000

type Result = Pick<LogoutNotification, 'state' | 'httpStatus' | 'outcome' | 'durationMs'>

async function post(url: string, form: LogoutForm, startedAt: number): Promise<Result> {
  const left = Math.max(1, startedAt + windowMs - Date.now())
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'merchant-edge-sandbox',
      },
      body: new URLSearchParams(form.fields).toString(),
      signal: AbortSignal.timeout(left),
    })
    const outcome = (await answer.text()).slice(0, 200)
    const { status: httpStatus } = answer
    // Only 200 counts: the server that is played takes 204 for an error.
    const state = httpStatus === 200 ? 'delivered' : 'failed'
    return { state, httpStatus, outcome, durationMs: Date.now() - startedAt }
  } catch (error) {
    const outcome = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const durationMs = Date.now() - startedAt
    return { state: 'failed', httpStatus: null, outcome: outcome.slice(0, 200), durationMs }
  }
}

async function postUntilAnswered(url: string, form: LogoutForm): Promise<Result> {
  const startedAt = Date.now()
  for (;;) {
    const result = await post(url, form, startedAt)
    const isAnswered = result.httpStatus !== null && result.httpStatus < 500
    const isOver = Date.now() - startedAt + pauseMs >= windowMs
    if (isAnswered || isOver) return result
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
    })
  }
}

/**
 * Tells a client of the end of a session, within five seconds. Assumes G-20
 *
 * @see Specification 4.1, 6.3
 */
export async function notifyOverBackChannel(
  server: IdentityServer,
  logout: { readonly clientId: string; readonly url: string; readonly session: LoginSession },
): Promise<void> {
  const { database, clock, callbackHosts } = server.sandbox
  const { clientId, url, session } = logout
  const refused = refuseTarget(url, callbackHosts)
  const form = await logoutForm(server, logout)
  const id = await noteNotification(database, {
    channel: 'back',
    clientId,
    sid: session.sid,
    url,
    state: refused === undefined ? 'sending' : 'blocked',
    at: clock.nowSeconds(),
    httpStatus: null,
    outcome: refused ?? '',
    durationMs: 0,
    faults: form.faults,
  })
  if (refused === undefined) {
    await settleNotification(database, id, await postUntilAnswered(url, form))
  }
}
