import { findClient } from '../clients/clients.ts'
import { matchRedirectUri } from '../clients/match-redirect-uri.ts'
import { OAuthError } from '../oauth-error.ts'
import type { IdentityServer } from '../identity-server.ts'
import type { LoginSession } from '../sessions/login-sessions.ts'
import { singleFields } from '../read-form.ts'
import { errorAnswer } from './authorization-answer.ts'
import { readAuthorizationParameters } from './authorization-parameters.ts'
import { bindSession, openRequest, type AuthorizationRequest } from './authorization-requests.ts'
import {
  afterSignIn,
  isSignedInFor,
  refuseAuthorization,
  type AuthorizationStep,
} from './continue-authorization.ts'

/** An authorization request that was read, or the address that says what is wrong with it. */
export type OpenedAuthorization =
  | { readonly outcome: 'opened'; readonly request: AuthorizationRequest }
  | { readonly outcome: 'refused'; readonly location: string }

/**
 * Reads an authorization request and keeps it.
 *
 * @param browser value of the browser's cookie
 * @throws OAuthError that must not be sent to the redirect URI, because nobody knows whose it is
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
