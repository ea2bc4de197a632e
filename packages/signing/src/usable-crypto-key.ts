import { KeyError } from './key-error.ts'
import type { KeyFacts } from './rsa-key.ts'
import { leastModulusBits, mostModulusBits } from './usable-key.ts'

const makers = {
  'private key': { usage: 'sign', maker: 'importPrivateKey' },
  'public key': { usage: 'verify', maker: 'importPublicKey' },
} as const

/** What a key is, such as `a private CryptoKey for RSASSA-PKCS1-v1_5 with SHA-1 of 2048 bits`. */
function describeKey({ type, algorithm }: CryptoKey): string {
  const { name, hash, modulusLength } = Object(algorithm)
  const facts = [
    `a ${type} CryptoKey for ${name}`,
    hash && `with ${hash.name}`,
    modulusLength && `of ${modulusLength} bits`,
  ]
  return facts.filter((fact) => typeof fact === 'string').join(' ')
}

/**
 * Rejects a `CryptoKey` that was not made by `importPrivateKey` or `importPublicKey` and breaks their rule:
 * RSASSA-PKCS1-v1_5 with SHA-256, 2048 to 4096 bits. A runtime would sign with such a key all the same, for example
 * with SHA-1.
 *
 * @param needed which half of a pair it must be
 * @throws KeyError when it is anything else; it names what it is and the way out
 */
export function assertUsableCryptoKey(key: CryptoKey, needed: KeyFacts['kind']): void {
  const { usage, maker } = makers[needed]
  const remedy = `Import it with ${maker} of @merchant-edge/signing.`
  // Plain JavaScript may pass anything, such as the text of a key.
  if (!(key instanceof CryptoKey)) throw new KeyError('not a CryptoKey', remedy)
  const { name, hash, modulusLength } = Object(key.algorithm)
  const isOfAlgorithm = name === 'RSASSA-PKCS1-v1_5' && hash.name === 'SHA-256'
  const isOfSize = modulusLength >= leastModulusBits && modulusLength <= mostModulusBits
  if (isOfAlgorithm && isOfSize && key.usages.includes(usage)) return
  throw new KeyError(describeKey(key), remedy)
}
