import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import {
  getValidatedIdTokenClaims,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
} from 'oauth4webapi'
import { explainFailure } from '../failure/explain-failure.ts'
import { SignOnError } from '../failure/sign-on-error.ts'
import {
  authorizationServer,
  authorizationServerFor,
} from '../relying-party/authorization-server.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { checkIdToken, expiryOf } from '../sign-in/token-response.ts'
import type { SignedInIdentity, TokenSet } from '../sign-in/token-set.ts'

/** The tokens to renew, and the customer that they belong to. */
export interface RefreshRequest {
  readonly tokens: TokenSet
  /** The signed-in customer; the renewed tokens must belong to the same customer. */
  readonly identity: Pick<SignedInIdentity, 'issuer' | 'subject'>
  /** Redirect address of the sign-in, which the specification requires. */
  readonly redirectUri?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Renews the tokens. The server returns a new refresh token each time and invalidates the old one:
 * store the result first, and never renew the same tokens twice. `Sessions` does both. The body is
 * urlencoded. Assumes G-22.
 *
 * @throws SignOnError `refresh_refused` when the customer has to sign in again; retryable ones may
 *   leave the old refresh token usable or not
 * @see Specification 4.1 POST /oauth2/token
 */
export async function refreshTokens(
  relyingParty: RelyingParty,
  request: RefreshRequest,
): Promise<TokenSet> {
  checkArguments('refreshTokens', { relyingParty })
  checkOptions('refreshTokens', request, {
    tokens: 'object!',
    identity: 'object!',
    redirectUri: 'string',
    signal: 'AbortSignal',
  })
  const { tokens, identity, redirectUri, signal } = request
  if (tokens.refreshToken === undefined) throw new SignOnError('session_ended')
  const metadata = await relyingParty.metadata()
  if (metadata.issuer !== identity.issuer) throw new SignOnError('issuer_mismatch')
  // The request consumes the refresh token, so the keys that verify its answer are fetched first.
  await (await relyingParty.keySet()).get()
  const client = relyingParty.client()
  try {
    const response = await refreshTokenGrantRequest(
      authorizationServer(metadata),
      client,
      relyingParty.clientAuth,
      tokens.refreshToken,
      {
        ...relyingParty.requestOptions(signal),
        ...(redirectUri !== undefined && { additionalParameters: { redirect_uri: redirectUri } }),
      },
    )
    const server = await authorizationServerFor(metadata, response)
    const answer = await processRefreshTokenResponse(server, client, response)
    const claims = getValidatedIdTokenClaims(answer)
    if (claims) {
      if (claims.sub !== identity.subject) throw new SignOnError('subject_changed')
      await checkIdToken(relyingParty, answer, claims)
    }
    return {
      accessToken: answer.access_token,
      accessTokenExpiresAt: expiryOf(answer, relyingParty.nowSeconds()),
      refreshToken: answer.refresh_token ?? tokens.refreshToken,
      idToken: answer.id_token ?? tokens.idToken,
      scope: answer.scope ?? tokens.scope,
    }
  } catch (error) {
    throw explainFailure(error, 'refresh')
  }
}
