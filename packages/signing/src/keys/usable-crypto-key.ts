import { KeyError } from './key-error.ts'
import type { KeyFacts } from './rsa-key.ts'
import { minModulusBits, maxModulusBits } from './usable-key.ts'
import type { WebCryptoKey } from './web-crypto-key.ts'

const makers = {
  'private key': { usage: 'sign', maker: 'importPrivateKey' },
  'public key': { usage: 'verify', maker: 'importPublicKey' },
} as const

/**
 * Whether a `CryptoKey` is as `importPrivateKey` or `importPublicKey` makes it: RSASSA-PKCS1-v1_5
 * with SHA-256, 2048 to 4096 bits. A runtime would also sign with other keys, for example with one
 * for SHA-1.
 *
 * @param needed which half of a pair it must be
 */
export function isUsableCryptoKey(key: WebCryptoKey, needed: KeyFacts['kind']): boolean {
  if (!Object.hasOwn(makers, needed)) {
    throw new TypeError('needed must be "private key" or "public key"')
  }
  // Plain JavaScript may pass anything, such as the text of a key.
  const { algorithm, usages = [] } = Object(key)
  const { name, hash, modulusLength } = Object(algorithm)
  return (
    name === 'RSASSA-PKCS1-v1_5' &&
    hash.name === 'SHA-256' &&
    modulusLength >= minModulusBits &&
    modulusLength <= maxModulusBits &&
    usages.includes(makers[needed].usage)
  )
}

/**
 * Rejects a `CryptoKey` that {@link isUsableCryptoKey} does not accept.
 *
 * @param needed which half of a pair it must be
 * @throws KeyError when it is anything else; it names the function that makes one
 */
export function assertUsableCryptoKey(key: WebCryptoKey, needed: KeyFacts['kind']): void {
  if (isUsableCryptoKey(key, needed)) return
  const { maker } = makers[needed]
  throw new KeyError(`not a CryptoKey of ${maker}`, `Import it with ${maker}, and await it.`)
}
