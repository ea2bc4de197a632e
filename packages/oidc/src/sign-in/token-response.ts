import { base64url } from 'jose'
import type { IDToken, TokenEndpointResponse } from 'oauth4webapi'
import { SignOnError } from '../failure/sign-on-error.ts'
import { verifySignature } from '../relying-party/key-set.ts'
import { clockToleranceSeconds, type RelyingParty } from '../relying-party/relying-party.ts'
import type { SignedInIdentity } from './token-set.ts'

// The id_token contains a hash of the access token with which it was issued. The code flow may omit
// the claim: https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowTokenValidation
async function checkAtHash(atHash: unknown, accessToken: string): Promise<void> {
  if (atHash === undefined) return
  const bytes = new TextEncoder().encode(accessToken)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  if (atHash !== base64url.encode(digest.slice(0, 16))) throw new SignOnError('at_hash_mismatch')
}

const defaultLifetimeSeconds = 3600

/**
 * When the access token of an answer expires, in seconds since 1970; after an hour if the answer
 * names no lifetime.
 */
export function expiryOf(response: TokenEndpointResponse, now: number): number {
  return now + Math.floor(response.expires_in ?? defaultLifetimeSeconds)
}

/**
 * Rejects a login time in the future, by our clock and by the server's: it would never be too old.
 */
function checkLoginTime({ iat, auth_time }: IDToken, now: number): void {
  if (auth_time === undefined || auth_time <= Math.max(iat, now) + clockToleranceSeconds) return
  throw new SignOnError('id_token_out_of_date', { subject: 'auth_time' })
}

/**
 * Checks what oauth4webapi leaves to its caller: the signature of the id_token, its at_hash, and
 * that the login is in the past.
 *
 * @throws SignOnError `signature_invalid`, `at_hash_mismatch` or `id_token_out_of_date`
 */
export async function checkIdToken(
  relyingParty: RelyingParty,
  response: TokenEndpointResponse,
  claims: IDToken,
): Promise<void> {
  if (response.id_token === undefined) throw new SignOnError('id_token_invalid')
  await verifySignature(await relyingParty.keySet(), response.id_token)
  await checkAtHash(claims['at_hash'], response.access_token)
  checkLoginTime(claims, relyingParty.nowSeconds())
}

/**
 * Reads subject, login session and times of the sign-in, in whole seconds, from the claims of an
 * id_token.
 */
export function identityOf(claims: IDToken): SignedInIdentity {
  const { iss, sub, iat, sid, auth_time, acr, amr } = claims
  return {
    issuer: iss,
    subject: sub,
    issuedAt: Math.floor(iat),
    ...(typeof sid === 'string' && sid !== '' && { sid }),
    ...(auth_time !== undefined && { authenticatedAt: Math.floor(auth_time) }),
    ...(typeof acr === 'string' && acr !== '' && { acr }),
    ...(Array.isArray(amr) && { amr: amr.filter((means) => typeof means === 'string') }),
  }
}
