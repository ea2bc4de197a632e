import { takeFaults } from './faults/fault-switches.ts'
import type { IdentityServer } from './identity-server.ts'
import { identityScopes } from './scopes.ts'

/** The discovery document, in the words of Specification 4.1. */
function correctDocument({ issuer, urlOf }: IdentityServer): Readonly<Record<string, unknown>> {
  return {
    issuer,
    authorization_endpoint: urlOf('/oauth2/auth'),
    token_endpoint: urlOf('/oauth2/token'),
    jwks_uri: urlOf('/.well-known/jwks.json'),
    subject_types_supported: ['public'],
    response_types_supported: [
      'code',
      'code id_token',
      'id_token',
      'token id_token',
      'token',
      'token id_token code',
    ],
    claims_supported: ['sub'],
    grant_types_supported: [
      'authorization_code',
      'implicit',
      'client_credentials',
      'refresh_token',
    ],
    response_modes_supported: ['query', 'fragment'],
    userinfo_endpoint: urlOf('/user-management/user-info'),
    scopes_supported: ['offline', 'openid'],
    token_endpoint_auth_methods_supported: [
      'client_secret_post',
      'client_secret_basic',
      'private_key_jwt',
      'none',
    ],
    userinfo_signing_alg_values_supported: ['none', 'RS256'],
    id_token_signing_alg_values_supported: ['RS256'],
    request_parameter_supported: true,
    request_uri_parameter_supported: true,
    require_request_uri_registration: true,
    claims_parameter_supported: false,
    revocation_endpoint: urlOf('/oauth2/revoke'),
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    end_session_endpoint: urlOf('/oauth2/sessions/logout'),
  }
}

/** What the profile `strict` says instead: what is really served. */
const strictChanges = {
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  response_modes_supported: ['query'],
  scopes_supported: identityScopes,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  request_uri_parameter_supported: false,
}

/**
 * The discovery document of the profile in the rules.
 *
 * @see Specification 4.1
 */
export async function discoveryDocument(
  server: IdentityServer,
): Promise<Readonly<Record<string, unknown>>> {
  const faults = await takeFaults(server.sandbox.database, 'discovery')
  return {
    ...correctDocument(server),
    ...(server.rules.profile === 'strict' && strictChanges),
    ...(faults.length > 0 && { issuer: 'https://other-issuer.example/' }),
  }
}
