import type { IDToken, TokenEndpointResponse } from 'oauth4webapi'
import { SignOnError } from '../failure/sign-on-error.ts'
import { verifySignature } from '../relying-party/key-set.ts'
import type { RelyingParty } from '../relying-party/relying-party.ts'
import { checkAtHash } from './check-at-hash.ts'
import type { SignedInIdentity } from './token-set.ts'

const defaultLifetimeSeconds = 3600

/** When an access token ends, in seconds since 1970. */
export function expiryOf(response: TokenEndpointResponse, now: number): number {
  return now + Math.floor(response.expires_in ?? defaultLifetimeSeconds)
}

/**
 * Checks what the protocol library leaves open: the signature of an id_token, and its at_hash.
 *
 * @throws SignOnError `signature_invalid` or `at_hash_mismatch`
 */
export async function checkIdToken(
  relyingParty: RelyingParty,
  response: TokenEndpointResponse,
  claims: IDToken,
): Promise<void> {
  if (response.id_token === undefined) throw new SignOnError('id_token_invalid')
  await verifySignature(await relyingParty.keySet(), response.id_token)
  await checkAtHash(claims['at_hash'], response.access_token)
}

/** Reads from the claims who signed in. */
export function identityOf(claims: IDToken): SignedInIdentity {
  const { iss, sub, iat, sid, auth_time } = claims
  return {
    issuer: iss,
    subject: sub,
    issuedAt: iat,
    ...(typeof sid === 'string' && sid !== '' && { sid }),
    ...(auth_time !== undefined && { authenticatedAt: auth_time }),
  }
}
