import { checkArguments } from '../check-options.ts'
import { KeyError } from './key-error.ts'
import { readJwk, type UnknownJwk } from './jwk.ts'
import type { KeyMaterial, RsaJwk } from './key-material.ts'
import { readKey } from './read-key.ts'
import { factsOf, jwkOf, type KeyFacts, type RsaKey } from './rsa-key.ts'

/** Minimum bits of a modulus that counts as secure. */
export const minModulusBits = 2048
/** Maximum bits of a modulus that every runtime can verify; longer keys only cost time. */
export const maxModulusBits = 4096
const neededExponent = 65_537

const otherHalf = {
  'public key': ['a public key', 'Pass its private key.'],
  'private key': [
    'a private key',
    'Keep it secret. Take its public key: openssl pkey -in private.pem -pubout',
  ],
} as const

/**
 * Refuses a key that is the other half of a pair, too weak or too long, before it is passed to the
 * runtime.
 */
function checkUsable(key: RsaKey, needed: KeyFacts['kind']): RsaKey {
  const { kind, modulusBits, exponent } = factsOf(key)
  if (kind !== needed) {
    const [found, remedy] = otherHalf[kind]
    throw new KeyError(found, remedy)
  }
  const isOfSize = modulusBits >= minModulusBits && modulusBits <= maxModulusBits
  if (isOfSize && exponent === neededExponent) return key
  throw new KeyError(
    `an RSA ${kind} of ${modulusBits} bits with exponent ${exponent}`,
    `It must be ${minModulusBits} to ${maxModulusBits} bits with exponent ${neededExponent}.`,
  )
}

/**
 * Reads a key of the given kind, and rejects keys that break the rule of {@link assertUsableKey}.
 */
export function readUsableKey(
  material: KeyMaterial | UnknownJwk,
  needed: KeyFacts['kind'],
): RsaKey {
  return checkUsable(readKey(material), needed)
}

/**
 * Rejects key material that `importPublicKey` or `importPrivateKey` would reject, for keys that are
 * imported in another way or for another algorithm. One rule applies to all of them: RSA, 2048 to
 * 4096 bits, exponent 65537.
 *
 * @param material a key in any form; a JWK may be unvalidated
 * @param needed which half of a pair it must be
 * @throws KeyError when it is anything else; it names what it is and the way out
 * @example
 * ```ts
 * import { assertUsableKey, KeyError } from '@merchant-edge/signing'
 *
 * try {
 *   assertUsableKey({ kty: 'RSA', n: 'AQAB', e: 'AQAB' }, 'public key')
 * } catch (error) {
 *   if (!(error instanceof KeyError) || !error.found.startsWith('an RSA public key of 17 bits')) throw error
 * }
 * ```
 */
export function assertUsableKey(
  material: KeyMaterial | UnknownJwk,
  needed: KeyFacts['kind'],
): void {
  readUsableKey(material, needed)
}

/**
 * A key as a JWK, for an import under another algorithm: runtimes read that form of all. It holds
 * the private numbers of a private key.
 *
 * @param material a key in any form; a JWK may be unvalidated
 * @param needed which half of a pair it must be
 * @throws KeyError when `assertUsableKey` would refuse it
 * @example
 * ```ts
 * import { generateKeyPair, usableJwk } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const jwk = usableJwk(privateKeyPem, 'private key')
 * const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
 * const key = await crypto.subtle.importKey('jwk', jwk, oaep, false, ['decrypt'])
 * if (key.usages.join() !== 'decrypt') throw new Error(key.usages.join())
 * ```
 */
export function usableJwk(material: KeyMaterial | UnknownJwk, needed: KeyFacts['kind']): RsaJwk {
  return jwkOf(readUsableKey(material, needed))
}

/**
 * Refuses a JWK that `assertUsableKey` would refuse. A bundle that needs only JWKs then does not
 * contain the parsers of PEM and DER.
 *
 * @param jwk an unvalidated JWK
 * @param needed which half of a pair it must be
 * @throws KeyError when it is anything else; it names what it is and the way out
 */
export function assertUsableJwk(jwk: UnknownJwk, needed: KeyFacts['kind']): void {
  checkArguments('assertUsableJwk', { jwk })
  checkUsable(readJwk(jwk), needed)
}
