import { and, eq } from 'drizzle-orm'
import { mustHaveChangedOne, runAtomically } from '../../database/run-atomically.ts'
import { identityConsents, identityCodes, identityGrants } from '../tables.ts'
import { findWallet } from '../../wallets/wallets.ts'
import { isLocalHost } from '../clients/client-registration.ts'
import { type IdentityClient, findClient } from '../clients/clients.ts'
import type { IdentityServer } from '../identity-server.ts'
import { mustBeLive, type LoginSession } from '../login-sessions.ts'
import { OAuthError } from '../oauth-error.ts'
import { digestOf, opaqueToken } from '../opaque-token.ts'
import { readOwnJwt } from '../signing-keys.ts'
import { codeAnswer, errorAnswer } from './authorization-answer.ts'
import { closeRequest, type AuthorizationRequest } from './authorization-requests.ts'

/**
 * Whether a customer has granted all of these scopes to a client before and chose to have it
 * remembered.
 */
async function hasConsented(
  server: IdentityServer,
  walletId: string,
  request: { readonly clientId: string; readonly scopes: readonly string[] },
): Promise<boolean> {
  const [row] = await server.sandbox.database
    .select()
    .from(identityConsents)
    .where(
      and(eq(identityConsents.walletId, walletId), eq(identityConsents.clientId, request.clientId)),
    )
  return row !== undefined && request.scopes.every((scope) => row.scopes.includes(scope))
}

/** Remembers the scopes that a customer has granted to a client. */
export async function rememberConsent(
  server: IdentityServer,
  walletId: string,
  consent: { readonly clientId: string; readonly scopes: readonly string[] },
): Promise<void> {
  const { database, clock } = server.sandbox
  const fields = { scopes: consent.scopes, grantedAt: clock.nowSeconds() }
  await database
    .insert(identityConsents)
    .values({ walletId, clientId: consent.clientId, ...fields })
    .onConflictDoUpdate({
      target: [identityConsents.walletId, identityConsents.clientId],
      set: fields,
    })
}

/** Forgets every remembered consent. */
export async function forgetConsents(server: IdentityServer): Promise<void> {
  await server.sandbox.database.delete(identityConsents)
}

/** Whether a client cannot prove its identity, so that consent is asked each time. */
function isAskedAlways(client: IdentityClient, redirectUri: string): boolean {
  const url = URL.parse(redirectUri)
  const isSafe = url?.protocol === 'https:' || (url !== null && isLocalHost(url.hostname))
  return client.tokenEndpointAuthMethod === 'none' && !isSafe
}

/** Next step of an authorization request: a page, or a redirect to the client. */
export type AuthorizationStep =
  | { readonly step: 'login' | 'consent' }
  | { readonly step: 'answer'; readonly location: string }

/** Ends a request with an error for the client. */
export async function refuseAuthorization(
  server: IdentityServer,
  request: AuthorizationRequest,
  error: OAuthError,
): Promise<AuthorizationStep> {
  await server.sandbox.database.batch([closeRequest(server, request)])
  return { step: 'answer', location: errorAnswer(server, request.parameters, error) }
}

async function isOfHintedCustomer(
  server: IdentityServer,
  request: AuthorizationRequest,
  walletId: string,
): Promise<boolean> {
  const { idTokenHint } = request.parameters
  if (idTokenHint === null) return true
  const hint = await readOwnJwt(server.sandbox.database, idTokenHint)
  return hint?.claims['sub'] === walletId
}

/** Whether a session answers a request without a new sign-in. */
export async function isSignedInFor(
  server: IdentityServer,
  request: AuthorizationRequest,
  session: LoginSession | undefined,
): Promise<boolean> {
  const { prompts, maxAge } = request.parameters
  if (session === undefined || prompts.includes('login') || prompts.includes('select_account')) {
    return false
  }
  const age = server.sandbox.clock.nowSeconds() - session.authenticatedAt
  if (maxAge !== null && (maxAge === 0 || age > maxAge)) return false
  const wallet = await findWallet(server.sandbox.database, session.walletId)
  if (wallet?.status !== 'active') return false
  return isOfHintedCustomer(server, request, session.walletId)
}

async function needsConsent(
  server: IdentityServer,
  request: AuthorizationRequest,
  customer: { readonly client: IdentityClient; readonly walletId: string },
): Promise<boolean> {
  const { redirectUri, prompts, scopes } = request.parameters
  if (prompts.includes('consent') || isAskedAlways(customer.client, redirectUri)) return true
  const { clientId } = request
  return !(await hasConsented(server, customer.walletId, { clientId, scopes }))
}

/**
 * Grants scopes to the client of a request and hands it a code.
 *
 * @returns `undefined` when the request was already answered, or the sign-in has ended: its clients
 *   have had their notice, so none may join it any more
 */
export async function grantAuthorization(
  server: IdentityServer,
  request: AuthorizationRequest,
  granted: { readonly session: LoginSession; readonly scopes: readonly string[] },
): Promise<AuthorizationStep | undefined> {
  const { database, clock } = server.sandbox
  const { session, scopes } = granted
  const { parameters, clientId, requestedAt } = request
  const code = opaqueToken()
  const grantId = crypto.randomUUID()
  const now = clock.nowSeconds()
  const stopped = await runAtomically(database, [
    closeRequest(server, request),
    mustHaveChangedOne(database),
    mustBeLive(database, session.sid),
    database.insert(identityGrants).values({
      grantId,
      clientId,
      walletId: session.walletId,
      sid: session.sid,
      scopes,
      nonce: parameters.nonce,
      authenticatedAt: session.authenticatedAt,
      requestedAt,
      grantedAt: now,
    }),
    database.insert(identityCodes).values({
      codeHash: await digestOf(code),
      grantId,
      redirectUri: parameters.sentRedirectUri,
      codeChallenge: parameters.codeChallenge,
      expiresAt: now + server.rules.codeSeconds,
    }),
  ])
  if (stopped !== undefined) return undefined
  const location = await codeAnswer(server, { ...parameters, clientId }, { code, scopes })
  return { step: 'answer', location }
}

/** Next step after a customer has signed in: the consent page, or the redirect to the client. */
export async function afterSignIn(
  server: IdentityServer,
  request: AuthorizationRequest,
  session: LoginSession,
): Promise<AuthorizationStep | undefined> {
  const { prompts, scopes } = request.parameters
  const client = await findClient(server.sandbox.database, request.clientId)
  if (client === undefined) return undefined
  if (!(await isOfHintedCustomer(server, request, session.walletId))) {
    const hint = 'Another customer has signed in than id_token_hint names.'
    return refuseAuthorization(server, request, new OAuthError('login_required', hint))
  }
  if (await needsConsent(server, request, { client, walletId: session.walletId })) {
    if (!prompts.includes('none')) return { step: 'consent' }
    const hint = 'The customer has to be asked, but prompt is none.'
    return refuseAuthorization(server, request, new OAuthError('consent_required', hint))
  }
  return grantAuthorization(server, request, { session, scopes })
}
