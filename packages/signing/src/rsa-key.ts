import { decodeBase64 } from './base64.ts'
import { encodeHex } from './hex.ts'
import { KeyError } from './key-error.ts'
import { readKeyMaterial, type KeyMaterial } from './key-material.ts'

/** How a key was written down. */
export type KeyFormat = 'PKCS#8' | 'PKCS#1' | 'SPKI' | 'JWK'

/** What can be said of an RSA key without showing it. */
export interface KeyFacts {
  readonly kind: 'private key' | 'public key'
  readonly format: KeyFormat
  /** Significant bits of the modulus. */
  readonly modulusBits: number
  /** Public exponent. */
  readonly exponent: number
}

/** The numbers of a JWK; a public one has the first two. @see RFC 7518, section 6.3 */
const names = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const

/** The number that a member of a JWK stands for; zero when it is none. */
function readNumber(member: unknown): bigint {
  const text = typeof member === 'string' ? member : ''
  const base64 = text.replace(/-/g, '+').replace(/_/g, '/')
  const padding = '='.repeat(-base64.length & 3)
  return BigInt(`0x0${encodeHex(decodeBase64(base64 + padding) ?? [])}`)
}

/**
 * Reads an RSA key and looks at its numbers; whether they belong together is not checked. The runtimes do
 * not say the same of a key: workerd rounds its bits up, so they are counted here.
 *
 * @throws KeyError naming what the material is instead of an RSA key
 */
export async function readKey(
  material: KeyMaterial,
): Promise<readonly [jwk: JsonWebKey, facts: KeyFacts, key: CryptoKey | undefined]> {
  const [format, jwk, key] = await readKeyMaterial(material)
  const numbers = names.slice(0, jwk.d ? 8 : 2).map((name) => readNumber(jwk[name]))
  const [modulus = 0n, exponent] = numbers
  if (numbers.includes(0n)) throw new KeyError('a damaged JWK', 'Copy it again.')
  return [
    jwk,
    {
      kind: jwk.d ? 'private key' : 'public key',
      format,
      modulusBits: modulus.toString(2).length,
      exponent: Number(exponent),
    },
    key,
  ]
}

/** Refuses a key that the runtime does not take, or whose halves do not belong together. */
export function refuseDamagedKey(): never {
  // The runtime's own message may quote the key, so it is not passed on.
  throw new KeyError('a damaged RSA key', 'Copy it again.')
}
