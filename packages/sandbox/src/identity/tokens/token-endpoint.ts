import { authenticateClient } from '../clients/authenticate-client.ts'
import type { IdentityServer } from '../identity-server.ts'
import { invalidGrant, OAuthError } from '../oauth-error.ts'
import { readForm } from '../read-form.ts'
import { exchangeCode } from './exchange-code.ts'
import { findToken, revokeGrant, type TokenResponse } from './grants.ts'
import { refreshTokens } from './refresh-tokens.ts'

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
    throw invalidGrant('The client may not use client_credentials.')
  }
  throw new OAuthError(
    grantType === undefined ? 'invalid_request' : server.options.unknownGrant,
    'grant_type must be authorization_code or refresh_token.',
  )
}

/**
 * Serves the revocation endpoint: an access or a refresh token revokes its whole grant. An unknown
 * token, or a token of another client, is not an error. Assumes G-20.
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
