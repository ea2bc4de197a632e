import { type IdentityClient, findClient } from '../clients/clients.ts'
import type { IdentityServer } from '../identity-server.ts'
import type { LoginSession } from '../login-sessions.ts'
import { OAuthError } from '../oauth-error.ts'
import { singleFields } from '../read-form.ts'
import { errorAnswer } from './authorization-answer.ts'
import {
  readAuthorizationParameters,
  bindSession,
  openRequest,
  type AuthorizationRequest,
} from './authorization-requests.ts'
import {
  afterSignIn,
  isSignedInFor,
  refuseAuthorization,
  type AuthorizationStep,
} from './continue-authorization.ts'

function isAnyPortLoopback(registered: string, given: string): boolean {
  const left = URL.parse(registered)
  const right = URL.parse(given)
  if (left === null || right === null) return false
  // Only the literal addresses: the name localhost may lead elsewhere. RFC 8252, 8.3
  const isLoopback = left.hostname === '127.0.0.1' || left.hostname === '[::1]'
  const rest = (url: URL) =>
    `${url.protocol}//${url.hostname}${url.pathname}${url.search}${url.hash}`
  return isLoopback && left.protocol === 'http:' && rest(left) === rest(right)
}

function decodeOnceMore(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('invalid_request', 'redirect_uri is not URL-encoded.')
  }
}

/**
 * The redirect URI for the answer to an authorization request. It must equal a registered one; for
 * the literal loopback addresses any port is accepted.
 *
 * @param sent `redirect_uri` of the request, which may be left out when one address is registered
 * @throws OAuthError `invalid_request`
 */
function matchRedirectUri(
  server: IdentityServer,
  client: IdentityClient,
  sent: string | undefined,
): string {
  const { redirectUris } = client
  if (sent === undefined || sent === '') {
    const [only, another] = redirectUris
    if (only !== undefined && another === undefined) return only
    throw new OAuthError('invalid_request', 'redirect_uri is missing.')
  }
  const isLax = server.options.isLaxAboutRedirects
  const given = isLax ? decodeOnceMore(sent) : sent
  const isSame = (registered: string) =>
    registered === given || (isLax && registered.toLowerCase() === given.toLowerCase())
  if (redirectUris.some((uri) => isSame(uri) || isAnyPortLoopback(uri, given))) return given
  throw new OAuthError(
    'invalid_request',
    'redirect_uri is none of those that the client is registered with.',
  )
}

/** A stored authorization request, or the redirect that reports its error to the client. */
export type OpenedAuthorization =
  | { readonly outcome: 'opened'; readonly request: AuthorizationRequest }
  | { readonly outcome: 'refused'; readonly location: string }

/**
 * Reads an authorization request and stores it.
 *
 * @param browser value of the browser's cookie
 * @throws OAuthError that must not be sent to the redirect URI, because it is not registered
 */
export async function openAuthorization(
  server: IdentityServer,
  query: URLSearchParams,
  browser: string,
): Promise<OpenedAuthorization> {
  const form = singleFields(query.entries())
  const clientId = form['client_id'] ?? ''
  const client = await findClient(server.sandbox.database, clientId)
  if (client === undefined) throw new OAuthError('invalid_client', 'There is no such client_id.')
  const redirectUri = matchRedirectUri(server, client, form['redirect_uri'])
  try {
    const parameters = readAuthorizationParameters(server, client, { form, redirectUri })
    return {
      outcome: 'opened',
      request: await openRequest(server, browser, { clientId, parameters }),
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const target = { redirectUri, state: form['state'] ?? null }
    return { outcome: 'refused', location: errorAnswer(server, target, error) }
  }
}

/** The first step of a request: the login page, the consent page, or the answer. */
export async function firstStep(
  server: IdentityServer,
  request: AuthorizationRequest,
  session: LoginSession | undefined,
): Promise<AuthorizationStep | undefined> {
  if (session !== undefined && (await isSignedInFor(server, request, session))) {
    return afterSignIn(server, await bindSession(server, request, session.sid), session)
  }
  if (!request.parameters.prompts.includes('none')) return { step: 'login' }
  const hint = 'The customer has to sign in, but prompt is none.'
  return refuseAuthorization(server, request, new OAuthError('login_required', hint))
}
