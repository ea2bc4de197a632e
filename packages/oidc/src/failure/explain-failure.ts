import {
  AuthorizationResponseError,
  JWT_CLAIM_COMPARISON,
  JWT_TIMESTAMP_CHECK,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import type { SignOnReason } from './reasons.ts'
import { SignOnError } from './sign-on-error.ts'

/** The request that failed: an error code means different things at different endpoints. */
export type FailedStep = 'authorization' | 'code' | 'refresh' | 'revocation'

const byServerError: ReadonlyMap<string, SignOnReason> = new Map([
  ['access_denied', 'access_denied'],
  ['login_required', 'login_required'],
  ['account_selection_required', 'login_required'],
  ['consent_required', 'consent_required'],
  ['interaction_required', 'login_required'],
  ['request_unauthorized', 'client_refused'],
  ['invalid_client', 'client_refused'],
  ['invalid_scope', 'scope_refused'],
  ['scope_not_granted', 'scope_refused'],
  ['server_error', 'server_unavailable'],
  ['temporarily_unavailable', 'server_unavailable'],
])

// The real server answers an expired refresh token, and one that is used twice at once, with
// invalid_request, and later versions of it with token_inactive.
const refreshIsOver = new Set(['invalid_grant', 'invalid_request', 'token_inactive'])

function reasonOf(serverError: string, step: FailedStep): SignOnReason {
  if (step === 'refresh' && refreshIsOver.has(serverError)) return 'refresh_refused'
  if (step === 'code' && serverError === 'invalid_grant') return 'code_refused'
  return byServerError.get(serverError) ?? 'request_refused'
}

function claimOf(cause: unknown): string | undefined {
  const hasClaim = typeof cause === 'object' && cause !== null && 'claim' in cause
  return hasClaim && typeof cause.claim === 'string' ? cause.claim : undefined
}

function explainProcessing(error: OperationProcessingError): SignOnError {
  const claim = claimOf(error.cause)
  if (error.code === JWT_TIMESTAMP_CHECK) {
    if (claim === 'auth_time') return new SignOnError('login_too_old')
    return new SignOnError('id_token_out_of_date', { subject: claim })
  }
  if (error.code === JWT_CLAIM_COMPARISON) {
    return new SignOnError(claim === 'nonce' ? 'nonce_mismatch' : 'id_token_invalid', {
      subject: claim,
    })
  }
  const isAboutToken = /\bJWT\b|ID Token|id_token|"alg"/.test(error.message)
  return new SignOnError(isAboutToken ? 'id_token_invalid' : 'response_unreadable')
}

/**
 * Converts an error of oauth4webapi into a SignOnError. The original error is dropped, because it
 * contains the server's answer with the tokens.
 *
 * @returns the SignOnError; the error itself when it is not about the protocol, such as a caller's
 *   abort
 */
export function explainFailure(error: unknown, step: FailedStep): unknown {
  if (error instanceof ResponseBodyError) {
    const facts = { serverError: error.error, serverStatus: error.status }
    return new SignOnError(reasonOf(error.error, step), facts)
  }
  if (error instanceof AuthorizationResponseError) {
    return new SignOnError(reasonOf(error.error, step), { serverError: error.error })
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return new SignOnError('client_refused', { serverStatus: error.status })
  }
  if (error instanceof OperationProcessingError) return explainProcessing(error)
  if (error instanceof UnsupportedOperationError) return new SignOnError('response_unreadable')
  return error
}
