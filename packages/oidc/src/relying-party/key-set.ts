import { assertUsableJwk, KeyError } from '@merchant-edge/signing'
import { compactVerify, createLocalJWKSet, errors, type CompactVerifyGetKey } from 'jose'
import { SignOnError } from '../failure/sign-on-error.ts'
import { isFields, parseFields, type Fields } from '../json-fields.ts'
import type { RemoteDocument } from './remote-document.ts'

/** Looks up the published key of a token by `kid` and algorithm. */
export type KeyFinder = CompactVerifyGetKey

/** Whether a published key is one to verify with; the rule is the one of every other key. */
function isUsable(key: Fields): key is Fields & { kty: string } {
  try {
    assertUsableJwk(key, 'public key')
    return typeof key['kty'] === 'string'
  } catch (error) {
    if (error instanceof KeyError) return false
    throw error
  }
}

/**
 * Reads the key set of the identity server. Only RSA keys of 2048 to 4096 bits with exponent 65537
 * that may be used for RS256 are returned.
 *
 * @throws SignOnError `metadata_unreadable`
 */
export function readKeySet(text: string): KeyFinder {
  const keys = parseFields(text)?.['keys']
  if (!Array.isArray(keys) || !keys.every(isFields)) {
    throw new SignOnError('metadata_unreadable', { subject: 'jwks_uri' })
  }
  return createLocalJWKSet({ keys: keys.filter(isUsable) })
}

/** A token whose signature was verified. Its claims have not been checked. */
export interface SignedToken {
  /** Parameter `typ` of its header, such as `logout+jwt`. */
  readonly type: string | undefined
  /** The claims as JSON, in UTF-8. */
  readonly payload: Uint8Array
}

// When keys have no id, or the same id twice, several keys must be tried.
async function verifyWithEach(keys: AsyncIterable<CryptoKey>, token: string): Promise<SignedToken> {
  for await (const key of keys) {
    try {
      return await verifyWith(async () => key, token)
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new SignOnError('signature_invalid')
}

async function verifyWith(find: KeyFinder, token: string): Promise<SignedToken> {
  try {
    // RS256 is the one algorithm of the identity server. Assumes G-20.
    const verified = await compactVerify(token, find, { algorithms: ['RS256'] })
    return { type: verified.protectedHeader.typ, payload: verified.payload }
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    return verifyWithEach(error, token)
  }
}

async function verifyWithRenewal(
  keySet: RemoteDocument<KeyFinder>,
  token: string,
): Promise<SignedToken> {
  try {
    return await verifyWith(await keySet.get(), token)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    const renewed = await keySet.renew()
    if (renewed === undefined) throw error
    return verifyWith(renewed, token)
  }
}

/**
 * Verifies the signature of a token with the published keys. When the key of a token is unknown,
 * the key set is fetched again, however recent it is, so that a key rotation is noticed
 * immediately. After a fetch that failed or brought no new key there is no further fetch for 10
 * seconds, so that made-up key ids cannot cause load.
 *
 * @throws SignOnError `signature_invalid`; a retryable one when the keys cannot be fetched
 */
export async function verifySignature(
  keySet: RemoteDocument<KeyFinder>,
  token: string,
): Promise<SignedToken> {
  try {
    return await verifyWithRenewal(keySet, token)
  } catch (error) {
    throw error instanceof SignOnError ? error : new SignOnError('signature_invalid')
  }
}
