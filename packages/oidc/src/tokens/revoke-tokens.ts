import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import { explainFailure } from '../failure/explain-failure.ts'
import { SignOnError } from '../failure/sign-on-error.ts'
import { authorizationServer } from '../relying-party/authorization-server.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import type { TokenSet } from '../sign-in/token-set.ts'

/**
 * Revokes the tokens of a sign-in. One request is enough: the server revokes access and refresh
 * token of a grant together. Signing out at the server does not revoke them, so revoke first.
 * Assumes G-20.
 *
 * @throws SignOnError
 * @see Specification 4.1 revocation_endpoint
 */
export async function revokeTokens(
  relyingParty: RelyingParty,
  tokens: Pick<TokenSet, 'accessToken' | 'refreshToken'>,
  signal?: AbortSignal,
): Promise<void> {
  checkArguments('revokeTokens', { relyingParty, tokens })
  checkOptions('revokeTokens', { signal }, { signal: 'AbortSignal' })
  const metadata = await relyingParty.metadata()
  if (metadata.revocation_endpoint === undefined) {
    throw new SignOnError('endpoint_missing', { subject: 'revocation_endpoint' })
  }
  const { refreshToken, accessToken } = tokens
  try {
    const response = await revocationRequest(
      authorizationServer(metadata),
      relyingParty.client(),
      relyingParty.clientAuth,
      refreshToken ?? accessToken,
      {
        ...relyingParty.requestOptions(signal),
        additionalParameters: {
          token_type_hint: refreshToken === undefined ? 'access_token' : 'refresh_token',
        },
      },
    )
    await processRevocationResponse(response)
  } catch (error) {
    throw explainFailure(error, 'revocation')
  }
}
