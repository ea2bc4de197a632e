import { derTag, readDer, readObjectIdentifier, type DerElement } from './der.ts'
import type { KeyFormat } from './key-material.ts'
import { publicNumbers, rsaNumberNames, withoutLeadingZeros, type RsaKey } from './rsa-key.ts'
import { wrongKey } from './wrong-key.ts'

const { integer, bitString, octetString, objectIdentifier, sequence } = derTag

/** Longer than any key; {@link readDer} reads no longer elements either. */
const maxKeyBytes = 0xff_ff

/** Whether the elements begin with these tags. */
function beginWith(elements: readonly DerElement[], ...tags: readonly number[]): boolean {
  return tags.every((tag, place) => elements[place]?.tag === tag)
}

/** The elements of the single sequence that the bytes must be; none when they are anything else. */
function readSequence(der: Uint8Array | undefined): DerElement[] {
  const [outer, ...others] = (der && readDer(der)) ?? []
  return outer?.tag === sequence && others.length === 0 ? (readDer(outer.content) ?? []) : []
}

/** The numbers of PKCS#1: version 0 and eight of them, or the two of a public key. */
function readNumbers(elements: readonly DerElement[]): Uint8Array[] | undefined {
  if (elements.some(({ tag }) => tag !== integer)) return undefined
  const isPublic = elements.length === publicNumbers
  if (!isPublic && elements.length !== rsaNumberNames.length + 1) return undefined
  const integers = elements.map(({ content }) => content)
  return isPublic ? integers : integers.slice(1)
}

/** Makes a key of the numbers of PKCS#1, each of which must be positive. */
function rsaKey(format: KeyFormat, integers: readonly Uint8Array[] | undefined): RsaKey {
  const numbers = integers?.map(withoutLeadingZeros)
  const isDamaged = integers?.some(([first = 0]) => first >= 0x80)
  if (numbers === undefined || isDamaged || numbers.some(({ length }) => length === 0)) {
    throw wrongKey('damagedRsa')
  }
  return { format, numbers }
}

/**
 * Extracts PKCS#1 from its container, which names the algorithm of the key.
 *
 * @param algorithm AlgorithmIdentifier: its object identifier, and parameters of it
 * @see RFC 5280, section 4.1.1.2
 */
function unwrap(
  format: KeyFormat,
  algorithm: DerElement | undefined,
  pkcs1: Uint8Array | undefined,
): RsaKey {
  const [identifier] = readDer(algorithm?.content ?? new Uint8Array()) ?? []
  if (identifier?.tag !== objectIdentifier) throw wrongKey('noDer')
  const name = readObjectIdentifier(identifier.content)
  if (name === '1.2.840.10045.2.1') throw wrongKey('ec')
  if (name !== '1.2.840.113549.1.1.1') throw wrongKey('otherAlgorithm')
  return rsaKey(format, readNumbers(readSequence(pkcs1)))
}

/** Identifies a sequence that is not an RSA key. */
function whatElse(elements: readonly DerElement[]) {
  if (beginWith(elements, sequence, sequence, bitString)) return wrongKey('certificate')
  // PKCS#12, of which 3 is the version, and EncryptedPrivateKeyInfo of PKCS#8.
  const isPkcs12 = beginWith(elements, integer, sequence) && elements[0]?.content[0] === 3
  if (isPkcs12 || beginWith(elements, sequence, octetString)) return wrongKey('encrypted')
  // ECPrivateKey. @see RFC 5915, section 3
  if (beginWith(elements, integer, octetString)) return wrongKey('ec')
  return wrongKey('noDer')
}

/**
 * Reads the DER of an RSA key.
 *
 * @throws KeyError that names what the DER is instead
 * @see RFC 5958 for PKCS#8, RFC 5280, section 4.1 for SPKI, RFC 8017, appendix A.1 for PKCS#1
 */
export function readDerKey(der: Uint8Array): RsaKey {
  if (der[0] !== sequence || der.length > maxKeyBytes) throw wrongKey('noDer')
  if (readDer(der)?.length !== 1) throw wrongKey('damagedDer')
  const elements = readSequence(der)
  const [first, second, third] = elements
  if (beginWith(elements, sequence, bitString)) {
    // The first byte of a bit string is the number of unused bits at its end.
    return unwrap('SPKI', first, second?.content.subarray(1))
  }
  if (beginWith(elements, integer, sequence, octetString)) {
    return unwrap('PKCS#8', second, third?.content)
  }
  const numbers = readNumbers(elements)
  if (numbers !== undefined) return rsaKey('PKCS#1', numbers)
  throw whatElse(elements)
}
