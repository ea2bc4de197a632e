import { base64url } from 'jose'
import { SignOnError } from '../failure/sign-on-error.ts'

/**
 * Checks that the access token is the one that the id_token was issued with.
 *
 * @param atHash the claim; it need not be there in the code flow
 * @throws SignOnError `at_hash_mismatch`
 * @see https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowTokenValidation
 */
export async function checkAtHash(atHash: unknown, accessToken: string): Promise<void> {
  if (atHash === undefined) return
  const bytes = new TextEncoder().encode(accessToken)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  if (atHash !== base64url.encode(digest.slice(0, 16))) throw new SignOnError('at_hash_mismatch')
}
