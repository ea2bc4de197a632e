import { authenticateClient } from '../clients/authenticate-client.ts'
import { OAuthError } from '../oauth-error.ts'
import type { IdentityServer } from '../identity-server.ts'
import { findToken, revokeGrant } from './grants.ts'
import { readForm } from '../read-form.ts'

/**
 * Serves the revocation endpoint: either token ends its whole grant. A token that is unknown, or of
 * another client, is no error. Assumes G-20
 *
 * @throws OAuthError
 * @see RFC 7009
 */
export async function serveRevocation(server: IdentityServer, request: Request): Promise<void> {
  const form = await readForm(request)
  const client = await authenticateClient(server, request, form)
  const text = form['token'] ?? ''
  if (text === '') throw new OAuthError('invalid_request', 'token is missing.')
  const token = await findToken(server.sandbox.database, text)
  if (token?.grant.clientId === client.clientId) await revokeGrant(server, token.grant.grantId)
}
