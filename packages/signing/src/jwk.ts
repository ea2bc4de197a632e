import { KeyError } from './key-error.ts'
import type { KeyFormat } from './rsa-key.ts'
import { refuseWrongKind } from './wrong-kinds.ts'

/** An RSA key: how it was written down, its numbers, and what the runtime made when it read them. */
export type RsaJwk = readonly [format: KeyFormat, jwk: JsonWebKey, key?: CryptoKey]

/**
 * Looks at what a JWK says that it is for; its numbers are not looked at.
 *
 * @throws KeyError when it is of another type or for another use
 */
export function checkJwk(jwk: Readonly<Record<string, unknown>>): RsaJwk {
  refuseWrongKind(JSON.stringify(jwk, ['kty', 'keys']))
  const key_ops = jwk['d'] ? 'sign' : 'verify'
  const needs = { kty: 'RSA', alg: 'RS256', use: 'sig', key_ops }
  for (const [name, needed] of Object.entries(needs)) {
    const isThere = [jwk[name] ?? needed].flat().includes(needed)
    if (!isThere) throw new KeyError('a JWK for another use', `Its ${name} must be ${needed}.`)
  }
  return ['JWK', jwk]
}
