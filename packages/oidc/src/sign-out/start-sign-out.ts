import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { SignOnError } from '../failure/sign-on-error.ts'
import { parametersOf } from '../relying-party/parameters-of.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { randomText } from '../sealing/opaque-text.ts'

/** A sign-out at the identity server. */
export interface SignOutRequest {
  /** The id_token of the session; it may have expired. */
  readonly idToken: string
  /** A registered address, compared character by character. */
  readonly postLogoutRedirectUri?: string | undefined
}

/** Where to send the customer, and what to store until they return. */
export interface StartedSignOut {
  readonly url: string
  /** Store it in the browser, and compare it with the `state` of the return. */
  readonly state: string
}

/**
 * Starts the sign-out at the identity server. It ends the login session there but does not revoke
 * the tokens: call `revokeTokens` before.
 *
 * @throws SignOnError `endpoint_missing`
 * @see Specification 4.1 GET /oauth2/sessions/logout
 */
export async function startSignOut(
  relyingParty: RelyingParty,
  request: SignOutRequest,
): Promise<StartedSignOut> {
  checkArguments('startSignOut', { relyingParty })
  checkOptions('startSignOut', request, { idToken: 'string!', postLogoutRedirectUri: 'string' })
  const { idToken, postLogoutRedirectUri } = request
  const { end_session_endpoint: endpoint } = await relyingParty.metadata()
  if (endpoint === undefined) {
    throw new SignOnError('endpoint_missing', { subject: 'end_session_endpoint' })
  }
  const state = randomText()
  const url = new URL(endpoint)
  url.searchParams.set('id_token_hint', idToken)
  if (postLogoutRedirectUri !== undefined) {
    url.searchParams.set('post_logout_redirect_uri', postLogoutRedirectUri)
    url.searchParams.set('state', state)
  }
  return { url: url.href, state }
}

/**
 * Checks the return from a sign-out.
 *
 * @param url address to which the browser returned
 * @param state the `state` of `startSignOut`, as stored in this browser
 * @throws SignOnError `sign_out_state_mismatch`
 */
export function checkSignedOut(url: string, state: string | undefined): void {
  const states = parametersOf(url).getAll('state')
  if (state === undefined || states.length !== 1 || states[0] !== state) {
    throw new SignOnError('sign_out_state_mismatch')
  }
}
