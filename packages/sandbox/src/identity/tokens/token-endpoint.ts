import { authenticateClient } from '../clients/authenticate-client.ts'
import { OAuthError } from '../oauth-error.ts'
import type { IdentityServer } from '../identity-server.ts'
import { exchangeCode } from './exchange-code.ts'
import type { TokenResponse } from './issue-tokens.ts'
import { readForm } from '../read-form.ts'
import { refreshTokens } from './refresh-tokens.ts'

/**
 * Serves the token endpoint.
 *
 * @throws OAuthError
 * @see Specification 4.1
 */
export async function serveToken(server: IdentityServer, request: Request): Promise<TokenResponse> {
  const form = await readForm(request)
  const grantType = form['grant_type']
  const client = await authenticateClient(server, request, form)
  if (grantType === 'authorization_code') return exchangeCode(server, client, form)
  if (grantType === 'refresh_token') return refreshTokens(server, client, form)
  if (grantType === 'client_credentials' && server.rules.profile === 'hydra-1.4') {
    throw new OAuthError('invalid_grant', 'The client may not use client_credentials.')
  }
  throw new OAuthError(
    grantType === undefined ? 'invalid_request' : server.behaviour.unknownGrant,
    'grant_type must be authorization_code or refresh_token.',
  )
}
