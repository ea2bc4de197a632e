import * as v from 'valibot'
import { and, eq, isNull } from 'drizzle-orm'
import type { Statement } from '../../database/database.ts'
import { identityRequests } from '../tables.ts'
import type { IdentityClient } from '../clients/clients.ts'
import type { IdentityServer } from '../identity-server.ts'
import { OAuthError } from '../oauth-error.ts'
import { opaqueToken, digestOf } from '../opaque-token.ts'
import type { OAuthForm } from '../read-form.ts'
import { readScopes } from '../scopes.ts'

/** A checked authorization request, as it is stored while the customer signs in. */
const authorizationParameters = v.object({
  /** `redirect_uri` that is used for the answer. */
  redirectUri: v.string(),
  /** `redirect_uri` as it was sent; null when it was left out. */
  sentRedirectUri: v.nullable(v.string()),
  scopes: v.array(v.string()),
  state: v.nullable(v.string()),
  nonce: v.nullable(v.string()),
  codeChallenge: v.nullable(v.string()),
  prompts: v.array(v.string()),
  /** Seconds; null when any sign-in will do. */
  maxAge: v.nullable(v.number()),
  loginHint: v.nullable(v.string()),
  idTokenHint: v.nullable(v.string()),
})

/** A checked authorization request. @see Specification 4.1 */
export interface AuthorizationParameters extends v.InferOutput<typeof authorizationParameters> {}

const knownPrompts = ['login', 'none', 'consent', 'select_account']

function invalid(hint: string): OAuthError {
  return new OAuthError('invalid_request', hint)
}

function checkScopes(client: IdentityClient, scopes: readonly string[]): void {
  const allowed: readonly string[] = client.scopes
  const unknown = scopes.find((scope) => !allowed.includes(scope))
  if (unknown !== undefined) {
    throw new OAuthError('invalid_scope', `The client is not registered for the scope ${unknown}.`)
  }
}

function readChallenge(server: IdentityServer, form: OAuthForm) {
  const { code_challenge: challenge, code_challenge_method: method } = form
  if (challenge === undefined || challenge === '') {
    if (server.options.requiresPkce) throw invalid('code_challenge is missing.')
    return null
  }
  if (method !== 'S256') throw invalid('code_challenge_method must be S256.')
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw invalid('code_challenge must be the SHA-256 of code_verifier in base64url.')
  }
  return challenge
}

function readPrompts(form: OAuthForm): string[] {
  const prompts = [...readScopes(form['prompt'] ?? '')]
  const unknown = prompts.find((prompt) => !knownPrompts.includes(prompt))
  if (unknown !== undefined) throw invalid(`The prompt ${unknown} is not known.`)
  if (prompts.includes('none') && prompts.length > 1) {
    throw invalid('The prompt none stands alone.')
  }
  return prompts
}

function readMaxAge(form: OAuthForm): number | null {
  const { max_age: text } = form
  if (text === undefined || text === '') return null
  if (!/^\d{1,12}$/.test(text)) throw invalid('max_age must be whole seconds.')
  return Number(text)
}

function checkRequestObject(form: OAuthForm): void {
  if (form['request_uri'] !== undefined) {
    throw new OAuthError('invalid_request_uri', 'No client has registered a request_uri.')
  }
  if (form['request'] !== undefined) {
    throw new OAuthError(
      'request_not_supported',
      'The sandbox reads no request objects; send the parameters in the query.',
    )
  }
}

/**
 * Checks an authorization request whose client and redirect URI are already checked. The sandbox
 * serves only `response_type=code` without request objects, although the discovery document
 * announces more. Assumes G-85.
 *
 * @throws OAuthError to be sent to the redirect URI
 */
export function readAuthorizationParameters(
  server: IdentityServer,
  client: IdentityClient,
  request: { readonly form: OAuthForm; readonly redirectUri: string },
): AuthorizationParameters {
  const { form, redirectUri } = request
  checkRequestObject(form)
  const { state = '', nonce, response_type: responseType } = form
  if (responseType !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.')
  }
  if (server.options.wantsEntropy && state.length < 8) {
    throw new OAuthError('invalid_state', 'state must have 8 characters at least.')
  }
  const scopes = [...readScopes(form['scope'] ?? '')]
  checkScopes(client, scopes)
  return {
    redirectUri,
    sentRedirectUri: form['redirect_uri'] || null,
    scopes,
    state: form['state'] ?? null,
    nonce: nonce || null,
    codeChallenge: readChallenge(server, form),
    prompts: readPrompts(form),
    maxAge: readMaxAge(form),
    loginHint: form['login_hint'] || null,
    idTokenHint: form['id_token_hint'] || null,
  }
}

/** An authorization request that waits for the customer. */
export interface AuthorizationRequest {
  /** Identifies the request in the addresses of the pages. */
  readonly challenge: string
  readonly clientId: string
  readonly parameters: AuthorizationParameters
  /** The sign-in that it is answered with; null until the customer has signed in. */
  readonly sid: string | null
  /** Unix seconds. */
  readonly requestedAt: number
}

/**
 * Stores an authorization request for the browser that made it.
 *
 * @param browser value of the browser's cookie
 */
export async function openRequest(
  server: IdentityServer,
  browser: string,
  request: Pick<AuthorizationRequest, 'clientId' | 'parameters'>,
): Promise<AuthorizationRequest> {
  const { database, clock } = server.sandbox
  const opened = {
    ...request,
    challenge: opaqueToken(),
    sid: null,
    requestedAt: clock.nowSeconds(),
  }
  await database
    .insert(identityRequests)
    .values({ ...opened, browserHash: await digestOf(browser) })
  return opened
}

/** The pending request of this browser; `undefined` when there is none. */
export async function findRequest(
  server: IdentityServer,
  challenge: string,
  browser: string,
): Promise<AuthorizationRequest | undefined> {
  const { database, clock } = server.sandbox
  const [row] = await database
    .select()
    .from(identityRequests)
    .where(and(eq(identityRequests.challenge, challenge), isNull(identityRequests.answeredAt)))
  if (row === undefined || row.browserHash !== (await digestOf(browser))) return undefined
  if (row.requestedAt + server.rules.requestSeconds <= clock.nowSeconds()) return undefined
  const { clientId, sid, requestedAt } = row
  const parameters = v.parse(authorizationParameters, row.parameters)
  return { challenge, clientId, parameters, sid, requestedAt }
}

/** Notes with which sign-in a request is answered. */
export async function bindSession(
  server: IdentityServer,
  request: AuthorizationRequest,
  sid: string,
): Promise<AuthorizationRequest> {
  await server.sandbox.database
    .update(identityRequests)
    .set({ sid })
    .where(eq(identityRequests.challenge, request.challenge))
  return { ...request, sid }
}

/**
 * Statement that marks a request as answered; it changes no row when the request was already
 * answered.
 */
export function closeRequest(server: IdentityServer, request: AuthorizationRequest): Statement {
  const { database, clock } = server.sandbox
  return database
    .update(identityRequests)
    .set({ answeredAt: clock.nowSeconds() })
    .where(
      and(eq(identityRequests.challenge, request.challenge), isNull(identityRequests.answeredAt)),
    )
}
