import {
  readElements,
  bitStringTag,
  integerTag,
  nullTag,
  objectIdTag,
  octetStringTag,
  sequenceTag,
  writeElement,
  type Bytes,
  type Element,
} from './der.ts'
import { encodeHex } from './hex.ts'
import { wrongKind } from './wrong-kinds.ts'

/** How a key was written down. */
export type KeyFormat = 'PKCS#8' | 'PKCS#1' | 'SPKI' | 'JWK'

/** An RSA key as its DER says it is. */
export interface RsaKey {
  readonly kind: 'private key' | 'public key'
  readonly format: KeyFormat
  /** Significant bits of the modulus. */
  readonly modulusBits: number
  /** Public exponent. */
  readonly exponent: number
  /** The public key as SubjectPublicKeyInfo. */
  readonly spki: Bytes
  /** The private key as PKCS#8; absent in a public key. */
  readonly pkcs8: Bytes | undefined
}

const rsaEncryption = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
const rsaAlgorithm = writeElement(sequenceTag, [
  writeElement(objectIdTag, [rsaEncryption]),
  writeElement(nullTag, []),
])

function requireRsa(algorithm: Bytes): void {
  const [id] = readElements(algorithm) ?? []
  const hex = id && encodeHex(id.content)
  if (hex === encodeHex(rsaEncryption)) return
  throw wrongKind(hex === '2a8648ce3d0201' ? 'ec' : 'other')
}

function requireNumber({ content }: Element): Bytes {
  const [first = 128, second = 128] = content
  if (first > 127 || (first === 0 && second < 128)) throw wrongKind('notDer')
  return content
}

function readNumbers(parts: readonly Element[], bare: Bytes, format: KeyFormat): RsaKey {
  const isPrivate = parts.length > 2
  const numbers = parts.slice(isPrivate ? 1 : 0, isPrivate ? 3 : 2).map(requireNumber)
  const [modulus = bare, exponent = bare] = numbers
  const publicKey = writeElement(
    sequenceTag,
    numbers.map((content) => writeElement(integerTag, [content])),
  )
  return {
    kind: isPrivate ? 'private key' : 'public key',
    format,
    modulusBits: modulus.length * 8 + 24 - Math.clz32(modulus[0] ?? 0),
    exponent: Number(`0x${encodeHex(exponent)}`),
    spki: writeElement(sequenceTag, [rsaAlgorithm, writeElement(bitStringTag, [[0], publicKey])]),
    pkcs8: isPrivate
      ? writeElement(sequenceTag, [
          writeElement(integerTag, [[0]]),
          rsaAlgorithm,
          writeElement(octetStringTag, [bare]),
        ])
      : undefined,
  }
}

/**
 * Reads an RSA key from the DER of PKCS#1, or of PKCS#8 or SPKI around it, and looks at its numbers;
 * whether they belong together is not checked.
 *
 * @param format how `der` came about when it is not a DER file
 * @throws KeyError naming what the bytes are instead
 */
export function readRsaKey(der: Bytes, format: KeyFormat = 'PKCS#1'): RsaKey {
  const [outer, extra] = readElements(der) ?? []
  const parts = outer?.tag === sequenceTag && !extra ? readElements(outer.content) : undefined
  const [first, second, third] = parts ?? []
  // 2 INTEGER, 3 BIT STRING, 4 OCTET STRING, 48 SEQUENCE.
  const shape = parts?.map((part) => part.tag).join() ?? ''
  if (parts && /^2,2(,2){7}$|^2,2$/.test(shape)) return readNumbers(parts, der, format)
  if (format === 'PKCS#1' && second) {
    if (third && shape.startsWith('2,48,4')) {
      requireRsa(second.content)
      return readRsaKey(third.content, 'PKCS#8')
    }
    if (first && shape === '48,3' && second.content[0] === 0) {
      requireRsa(first.content)
      return readRsaKey(second.content.subarray(1), 'SPKI')
    }
  }
  if (shape === '48,4') throw wrongKind('encrypted')
  if (shape === '48,48,3') throw wrongKind('certificate')
  throw wrongKind(/^2,4\b/.test(shape) ? 'ec' : 'notDer')
}
