import { and, eq, isNull } from 'drizzle-orm'
import { mustHaveChangedOne } from '../../database/run-atomically.ts'
import type { IdentityClient } from '../clients/clients.ts'
import type { IdentityServer } from '../identity-server.ts'
import { invalidGrant, OAuthError } from '../oauth-error.ts'
import { digestOf } from '../opaque-token.ts'
import type { OAuthForm } from '../read-form.ts'
import { identityTokens } from '../tables.ts'
import {
  findToken,
  issueTokens,
  revokeGrant,
  type StoredToken,
  type TokenResponse,
} from './grants.ts'

/** Whether a second use ends the whole grant is a rule of the profile. Assumes G-84. */
async function refuseReuse(server: IdentityServer, { grant }: StoredToken): Promise<OAuthError> {
  if (server.options.refreshReuse === 'legacy') {
    return invalidGrant('The refresh token was used before.')
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
    throw invalidGrant('There is no such refresh token.')
  }
  if (token.grant.clientId !== client.clientId) {
    throw invalidGrant('The refresh token is of another client.')
  }
  if (token.grant.revokedAt !== null) {
    throw invalidGrant('The refresh token is revoked.')
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
export async function refreshTokens(
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
  if (tokens === 'revoked') throw invalidGrant('The refresh token is revoked.')
  if (server.options.refreshReuse === 'modern') throw await refuseReuse(server, token)
  throw new OAuthError('invalid_request', 'The refresh token is being used at the same time.')
}
