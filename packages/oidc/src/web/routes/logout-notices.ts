import { isSignOnFailure, SignOnError } from '../../failure/sign-on-error.ts'
import { readFrontChannelNotice } from '../../sign-out/read-front-channel-notice.ts'
import { readBounded } from '../read-bounded.ts'
import { verifyLogoutToken } from '../../sign-out/verify-logout-token.ts'
import { framePage, plain } from '../answers.ts'
import type { RouteContext } from '../web-options.ts'

const maxBodyBytes = 16_384
const maxBodyMs = 10_000

async function readForm({ headers, body }: Request, late: AbortSignal): Promise<URLSearchParams> {
  const type = headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw new SignOnError('logout_token_invalid', { subject: 'content-type' })
  }
  const announced = Number(headers.get('content-length') ?? 0)
  const bytes = announced > maxBodyBytes ? 'too long' : await readBounded(body, maxBodyBytes, late)
  if (bytes === 'too long') {
    throw new SignOnError('logout_token_invalid', { subject: 'a body of more than 16 kB' })
  }
  if (bytes === 'too late') {
    throw new SignOnError('logout_token_invalid', { subject: 'a body of more than 10 s' })
  }
  if (bytes === 'broken off') throw new SignOnError('logout_token_invalid')
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

async function readLogoutToken(request: Request, late: AbortSignal): Promise<string> {
  const tokens = (await readForm(request, late)).getAll('logout_token')
  const [token] = tokens
  if (tokens.length !== 1 || token === undefined) throw new SignOnError('logout_token_invalid')
  return token
}

// The answers have no details besides the status. 503 makes the server retry while the keys are
// unavailable.
async function answerNotice(
  { options, signInPath }: RouteContext,
  request: Request,
  endSessions: () => Promise<Response>,
): Promise<Response> {
  try {
    return await endSessions()
  } catch (error) {
    if (!isSignOnFailure(error)) throw error
    await options.onFailure?.(error, request, signInPath())
    return plain(error.kind === 'retryable' ? 503 : 400)
  }
}

/**
 * Ends the sessions that a back-channel logout token names.
 *
 * Reading stops at 16 kB or after 10 seconds.
 *
 * @returns 200 when they have ended, 400 when the token is invalid, 503 when the keys cannot be
 *   fetched
 *
 * @see Specification 4.1 Back-channel logout
 */
export function answerBackChannel(context: RouteContext, request: Request): Promise<Response> {
  const { relyingParty, sessions } = context.options
  return answerNotice(context, request, async () => {
    const late = relyingParty.ports.deadline(maxBodyMs)
    const notice = await verifyLogoutToken(relyingParty, await readLogoutToken(request, late))
    await sessions.endByToken(notice)
    return plain(200)
  })
}

/**
 * Ends the sessions that a front-channel logout names by `iss` and `sid`. The session cannot be
 * found by a cookie, because the browser sends none from inside a frame.
 *
 * @see Specification 4.1 Front-channel logout
 */
export function answerFrontChannel(context: RouteContext, request: Request): Promise<Response> {
  const { relyingParty, sessions } = context.options
  return answerNotice(context, request, async () => {
    const notice = await readFrontChannelNotice(relyingParty, request.url)
    await sessions.endByFrontChannel(notice)
    return framePage(notice.issuer)
  })
}
