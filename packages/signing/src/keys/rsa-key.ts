import { encodeBase64Url, type Bytes } from '../base64.ts'
import { derTag, writeDer } from './der.ts'
import type { KeyFormat, RsaJwk } from './key-material.ts'

/**
 * The numbers of an RSA key in the order of PKCS#1, by their names in a JWK: modulus, public
 * exponent, and of a private key the private exponent, both primes, both exponents and the
 * coefficient.
 *
 * @see RFC 8017, appendix A.1
 * @see RFC 7518, section 6.3
 */
export const rsaNumberNames = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const

/** How many of the numbers a public key has. */
export const publicNumbers = 2

/** An RSA key from any format. It is not known whether its numbers are consistent. */
export interface RsaKey {
  readonly format: KeyFormat
  /**
   * Two or eight positive numbers, named by {@link rsaNumberNames}; big-endian, no leading zeros.
   */
  readonly numbers: readonly Uint8Array[]
}

/** Public properties of an RSA key. */
export interface KeyFacts {
  readonly kind: 'private key' | 'public key'
  readonly format: KeyFormat
  /** Significant bits of the modulus. */
  readonly modulusBits: number
  /** Public exponent, such as 65537. */
  readonly exponent: number
}

const noBytes = new Uint8Array()

/**
 * Describes a key. The runtimes do not agree on the size of a key, so the bits are counted here.
 */
export function factsOf({ format, numbers }: RsaKey): KeyFacts {
  const [modulus = noBytes, exponent = noBytes] = numbers
  return {
    kind: numbers.length > publicNumbers ? 'private key' : 'public key',
    format,
    modulusBits: modulus.length * 8 - (Math.clz32(modulus[0] ?? 0) - 24),
    exponent: exponent.reduce((number, byte) => number * 256 + byte, 0),
  }
}

/** Drops the leading zeros of a big-endian number. */
export function withoutLeadingZeros(number: Uint8Array): Uint8Array {
  const start = number.findIndex((byte) => byte !== 0)
  return start < 0 ? noBytes : number.subarray(start)
}

function toJwk(numbers: readonly Uint8Array[]): RsaJwk {
  const members = numbers.map((number, place) => [rsaNumberNames[place], encodeBase64Url(number)])
  return { kty: 'RSA', ...Object.fromEntries(members) }
}

/** The key as a JWK, both halves of it if there are. */
export function jwkOf({ numbers }: RsaKey): RsaJwk {
  return toJwk(numbers)
}

/** The public half of a key as a JWK. */
export function publicJwkOf({ numbers }: RsaKey): RsaJwk {
  return toJwk(numbers.slice(0, publicNumbers))
}

/** AlgorithmIdentifier of RSA keys. @see RFC 8017, appendix A.1 */
const rsaAlgorithm = [48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0]

/** The public half of a key as the DER of SPKI. @see RFC 5280, section 4.1 */
export function spkiOf({ numbers }: RsaKey): Bytes {
  // A leading zero byte is needed when the first bit is set, because the number would be negative
  // otherwise.
  const integers = numbers
    .slice(0, publicNumbers)
    .flatMap((number) =>
      writeDer(derTag.integer, (number[0] ?? 0) < 0x80 ? number : [0, ...number]),
    )
  const publicKey = writeDer(derTag.sequence, integers)
  return Uint8Array.from(
    writeDer(derTag.sequence, [...rsaAlgorithm, ...writeDer(derTag.bitString, [0, ...publicKey])]),
  )
}
