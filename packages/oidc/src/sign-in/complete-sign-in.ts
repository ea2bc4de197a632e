import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import {
  authorizationCodeGrantRequest,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import { explainFailure } from '../failure/explain-failure.ts'
import { SignOnError } from '../failure/sign-on-error.ts'
import {
  authorizationServer,
  authorizationServerFor,
} from '../relying-party/authorization-server.ts'
import { parametersOf } from '../relying-party/parameters-of.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import type { ServerMetadata } from '../relying-party/server-metadata.ts'
import { checkIdToken, expiryOf, identityOf } from './token-response.ts'
import type { SignedIn } from './token-set.ts'
import { transactionSeconds, type SignInTransaction } from './transaction.ts'

/** The callback of a sign-in, and the transaction that it belongs to. */
export interface SignInCallback {
  /** Whole address of the callback: scheme, host, path and query. */
  readonly url: string
  /** The stored transaction of this sign-in. */
  readonly transaction: SignInTransaction
  readonly signal?: AbortSignal | undefined
}

function checkCallback(
  parameters: URLSearchParams,
  transaction: SignInTransaction,
  metadata: ServerMetadata,
): void {
  const states = parameters.getAll('state')
  if (states.length !== 1 || states[0] !== transaction.state) {
    throw new SignOnError('state_mismatch')
  }
  if (transaction.issuer !== metadata.issuer) throw new SignOnError('issuer_mismatch')
  const issuers = parameters.getAll('iss')
  const isRequired = metadata.authorization_response_iss_parameter_supported === true
  if (issuers.length > 1 || (issuers[0] ?? metadata.issuer) !== metadata.issuer) {
    throw new SignOnError('issuer_mismatch')
  }
  if (isRequired && issuers.length === 0) throw new SignOnError('issuer_mismatch')
}

/**
 * Finishes a sign-in: checks the callback, exchanges the code, and checks the id_token with claims,
 * nonce, signature and at_hash. One request, and one more while the keys are not known yet.
 *
 * A code works once. Pass each callback only once: a second exchange makes the server revoke the
 * tokens.
 *
 * @throws SignOnError
 * @throws TypeError when url is not a whole address
 * @see Specification 4.1 POST /oauth2/token
 */
export async function completeSignIn(
  relyingParty: RelyingParty,
  callback: SignInCallback,
): Promise<SignedIn> {
  checkArguments('completeSignIn', { relyingParty })
  checkOptions('completeSignIn', callback, {
    url: 'any',
    transaction: 'object!',
    signal: 'AbortSignal',
  })
  const { url, transaction, signal } = callback
  const { clientAuth } = relyingParty
  const searchParams = parametersOf(url)
  const metadata = await relyingParty.metadata()
  checkCallback(searchParams, transaction, metadata)
  if (relyingParty.nowSeconds() - transaction.startedAt > transactionSeconds) {
    throw new SignOnError('transaction_expired')
  }
  const server = authorizationServer(metadata)
  const client = relyingParty.client()
  try {
    const parameters = validateAuthResponse(server, client, searchParams, transaction.state)
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      clientAuth,
      parameters,
      transaction.redirectUri,
      transaction.codeVerifier,
      relyingParty.requestOptions(signal),
    )
    const { maxLoginAgeSeconds } = transaction
    const issuing = await authorizationServerFor(metadata, response)
    const answer = await processAuthorizationCodeResponse(issuing, client, response, {
      expectedNonce: transaction.nonce,
      requireIdToken: true,
      ...(maxLoginAgeSeconds !== undefined && { maxAge: maxLoginAgeSeconds }),
    })
    const claims = getValidatedIdTokenClaims(answer)
    if (!claims || answer.id_token === undefined) throw new SignOnError('id_token_invalid')
    await checkIdToken(relyingParty, answer, claims)
    return {
      tokens: {
        accessToken: answer.access_token,
        accessTokenExpiresAt: expiryOf(answer, relyingParty.nowSeconds()),
        idToken: answer.id_token,
        scope: answer.scope ?? transaction.scope,
        ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
      },
      identity: { ...identityOf(claims), issuer: metadata.issuer },
      ...(transaction.returnTo !== undefined && { returnTo: transaction.returnTo }),
    }
  } catch (error) {
    const explained = explainFailure(error, 'code')
    const isFragile = relyingParty.isSecretFragile && explained instanceof SignOnError
    if (isFragile && explained.reason === 'client_refused') {
      throw new SignOnError('client_secret_mangled')
    }
    throw explained
  }
}
