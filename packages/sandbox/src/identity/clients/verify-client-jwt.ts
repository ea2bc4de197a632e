import { readJwt, type ReadJwt } from '../jwt/read-jwt.ts'
import type { IdentityClient } from './clients.ts'

/**
 * A JWT that a client has signed with RS256 and one of its registered keys, found by its `kid`;
 * `undefined` when it has not.
 */
export async function verifyClientJwt(
  client: IdentityClient,
  text: string,
): Promise<ReadJwt | undefined> {
  const jwt = readJwt(text)
  const { alg, kid } = jwt?.header ?? {}
  const jwk = client.jwks?.keys.find((key) => key.kid === kid)
  if (jwt === undefined || jwk === undefined || alg !== 'RS256') return undefined
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const { n, e } = jwk
  const signed = new TextEncoder().encode(jwt.signedText)
  try {
    const key = await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, algorithm, false, [
      'verify',
    ])
    return (await crypto.subtle.verify(algorithm.name, key, jwt.signature, signed))
      ? jwt
      : undefined
  } catch {
    return undefined
  }
}
