import { and, eq, isNull } from 'drizzle-orm'
import { mustHaveChangedOne } from '../../database/run-atomically.ts'
import { identityCodes, identityTokens } from '../tables.ts'
import { authenticateClient } from '../clients/authenticate-client.ts'
import type { IdentityClient } from '../clients/clients.ts'
import type { IdentityServer } from '../identity-server.ts'
import { OAuthError } from '../oauth-error.ts'
import { digestOf } from '../opaque-token.ts'
import { type OAuthForm, readForm } from '../read-form.ts'
import {
  findGrant,
  revokeGrant,
  type Grant,
  issueTokens,
  type TokenResponse,
  findToken,
  type StoredToken,
} from './grants.ts'

type CodeRow = typeof identityCodes.$inferSelect

interface Exchange {
  readonly code: CodeRow
  readonly grant: Grant
}

function refused(hint: string): OAuthError {
  return new OAuthError('invalid_grant', hint)
}

async function readCode(
  server: IdentityServer,
  client: IdentityClient,
  form: OAuthForm,
): Promise<Exchange> {
  const { database, clock } = server.sandbox
  if (form['code'] === undefined || form['code'] === '') {
    throw new OAuthError('invalid_request', 'code is missing.')
  }
  const [code] = await database
    .select()
    .from(identityCodes)
    .where(eq(identityCodes.codeHash, await digestOf(form['code'])))
  const grant = code && (await findGrant(database, code.grantId))
  if (code === undefined || grant === undefined) throw refused('There is no such code.')
  if (code.usedAt !== null) {
    await revokeGrant(server, code.grantId)
    throw refused('The code was used before: every token that came of it is revoked.')
  }
  if (grant.clientId !== client.clientId) throw refused('The code is of another client.')
  if (grant.revokedAt !== null) throw refused('The grant is revoked.')
  if (code.expiresAt <= clock.nowSeconds()) throw refused('The code has expired.')
  if (code.redirectUri !== null && code.redirectUri !== (form['redirect_uri'] ?? '')) {
    throw refused('redirect_uri differs from that of the authorization request.')
  }
  return { code, grant }
}

async function problemWithVerifier(code: CodeRow, verifier: string): Promise<string | undefined> {
  if (code.codeChallenge === null) {
    return verifier === ''
      ? undefined
      : 'There is a code_verifier, but there was no code_challenge.'
  }
  if (verifier === '') return 'code_verifier is missing.'
  if (!/^[\w.~-]{43,128}$/.test(verifier)) {
    return 'code_verifier must be 43 to 128 of A-Z a-z 0-9 - . _ ~.'
  }
  return (await digestOf(verifier)) === code.codeChallenge
    ? undefined
    : 'The SHA-256 of code_verifier in base64url is not the code_challenge.'
}

/**
 * Exchanges a code for tokens. A code works once; its second use revokes the tokens of the first,
 * and a wrong code_verifier uses it up.
 *
 * @throws OAuthError
 * @see Specification 4.1, 5.5
 */
async function exchangeCode(
  server: IdentityServer,
  client: IdentityClient,
  form: OAuthForm,
): Promise<TokenResponse> {
  const { database, clock } = server.sandbox
  const { code, grant } = await readCode(server, client, form)
  const take = database
    .update(identityCodes)
    .set({ usedAt: clock.nowSeconds() })
    .where(and(eq(identityCodes.codeHash, code.codeHash), isNull(identityCodes.usedAt)))
  const problem = await problemWithVerifier(code, form['code_verifier'] ?? '')
  if (problem !== undefined) {
    await take
    throw refused(`${problem} The code is used up.`)
  }
  if (server.options.wantsEntropy && grant.nonce !== null && grant.nonce.length < 8) {
    throw new OAuthError('insufficient_entropy', 'The nonce has less than 8 characters.')
  }
  const tokens = await issueTokens(server, grant, {
    statements: [take, mustHaveChangedOne(database)],
    isRefresh: false,
  })
  if (typeof tokens === 'object') return tokens
  if (tokens === 'revoked') throw refused('The grant is revoked.')
  await revokeGrant(server, code.grantId)
  throw refused('The code was used twice at the same time: every token of it is revoked.')
}

/** Whether a second use ends the whole grant is a rule of the profile. Assumes G-84. */
async function refuseReuse(server: IdentityServer, { grant }: StoredToken): Promise<OAuthError> {
  if (server.options.refreshReuse === 'legacy') {
    return new OAuthError('invalid_grant', 'The refresh token was used before.')
  }
  await revokeGrant(server, grant.grantId)
  return new OAuthError(
    'token_inactive',
    'The refresh token was used before: every token of its grant is revoked.',
  )
}

async function readRefreshToken(
  server: IdentityServer,
  client: IdentityClient,
  text: string,
): Promise<StoredToken> {
  const { database, clock } = server.sandbox
  const token = await findToken(database, text)
  if (token === undefined || token.kind !== 'refresh') {
    throw new OAuthError('invalid_grant', 'There is no such refresh token.')
  }
  if (token.grant.clientId !== client.clientId) {
    throw new OAuthError('invalid_grant', 'The refresh token is of another client.')
  }
  if (token.grant.revokedAt !== null) {
    throw refused('The refresh token is revoked.')
  }
  if (token.replacedAt !== null) throw await refuseReuse(server, token)
  if (token.expiresAt <= clock.nowSeconds()) {
    throw new OAuthError(server.options.expiredRefresh, 'The refresh token has expired.')
  }
  return token
}

/**
 * Exchanges a refresh token for new tokens. It always rotates: the old refresh token and the old
 * access token stop working. `redirect_uri` and `scope` are accepted and ignored.
 *
 * @throws OAuthError
 * @see Specification 4.1
 */
async function refreshTokens(
  server: IdentityServer,
  client: IdentityClient,
  form: OAuthForm,
): Promise<TokenResponse> {
  const { database, clock } = server.sandbox
  const text = form['refresh_token'] ?? ''
  if (text === '') throw new OAuthError('invalid_request', 'refresh_token is missing.')
  const token = await readRefreshToken(server, client, text)
  const hash = await digestOf(text)
  const take = database
    .update(identityTokens)
    .set({ replacedAt: clock.nowSeconds() })
    .where(and(eq(identityTokens.tokenHash, hash), isNull(identityTokens.replacedAt)))
  const tokens = await issueTokens(server, token.grant, {
    statements: [take, mustHaveChangedOne(database)],
    isRefresh: true,
  })
  if (typeof tokens === 'object') return tokens
  if (tokens === 'revoked') throw refused('The refresh token is revoked.')
  if (server.options.refreshReuse === 'modern') throw await refuseReuse(server, token)
  throw new OAuthError('invalid_request', 'The refresh token is being used at the same time.')
}

/**
 * Serves the token endpoint.
 *
 * @throws OAuthError
 * @see Specification 4.1
 */
export async function serveToken(server: IdentityServer, request: Request): Promise<TokenResponse> {
  const form = await readForm(request, server.sandbox.host)
  const grantType = form['grant_type']
  const client = await authenticateClient(server, request, form)
  if (grantType === 'authorization_code') return exchangeCode(server, client, form)
  if (grantType === 'refresh_token') return refreshTokens(server, client, form)
  if (grantType === 'client_credentials' && server.rules.profile === 'hydra-1.4') {
    throw new OAuthError('invalid_grant', 'The client may not use client_credentials.')
  }
  throw new OAuthError(
    grantType === undefined ? 'invalid_request' : server.options.unknownGrant,
    'grant_type must be authorization_code or refresh_token.',
  )
}

/**
 * Serves the revocation endpoint: an access or a refresh token revokes its whole grant. An unknown
 * token, or a token of another client, is not an error. Assumes G-20
 *
 * @throws OAuthError
 * @see RFC 7009
 */
export async function serveRevocation(server: IdentityServer, request: Request): Promise<void> {
  const form = await readForm(request, server.sandbox.host)
  const client = await authenticateClient(server, request, form)
  const text = form['token'] ?? ''
  if (text === '') throw new OAuthError('invalid_request', 'token is missing.')
  const token = await findToken(server.sandbox.database, text)
  if (token?.grant.clientId === client.clientId) await revokeGrant(server, token.grant.grantId)
}
