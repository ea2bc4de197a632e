import type { Bytes } from './base64.ts'
import { writeDer } from './der.ts'
import { decodeHex } from './hex.ts'
import { wrongKind } from './wrong-kinds.ts'

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

/** An RSA key as its DER says it is. */
export interface RsaKey {
  readonly facts: KeyFacts
  /** The public key as SubjectPublicKeyInfo. */
  readonly spki: Bytes
  /** The private key as PKCS#8; of no use in a public key. */
  readonly pkcs8: Bytes
}

/**
 * PKCS#1, alone or inside SPKI or PKCS#8, as `readDer` reads it: no INTEGER is negative or longer than it
 * must be, and a private key has a version before and six numbers behind modulus and exponent.
 */
const pkcs1 =
  /^(?!.*02<(00[0-7]|[89a-f]))30<((02<0.>)?30<06<2a864886f70d010101>(05<>)?>0(3<00|4<)30<)?(02<00>)?(02<(\w+)>02<(\w+)>)((02<\w+>){6})?>(>(..<\w*>)*>)?$/

/**
 * Reads an RSA key and looks at its numbers; whether they belong together is not checked.
 *
 * @param text from `readDer` or `readJwk`
 * @param format how the key was written down when it is not inside SPKI or PKCS#8
 * @throws KeyError naming what the text is instead
 */
export function readRsaKey(text: string, format: KeyFormat): RsaKey {
  const [, , , , , wrapper, version, publicNumbers, modulus, exponent, privateNumbers] =
    pkcs1.exec(text) ?? []
  if (!publicNumbers || !version !== !privateNumbers) {
    throw wrongKind(format === 'JWK' ? 'a damaged JWK' : 'not the DER of a key', text)
  }
  const wrap = (before: string, behind: string): Bytes =>
    decodeHex(writeDer(`30<${before}30<06<2a864886f70d010101>05<>>${behind}>`))
  return {
    facts: {
      kind: version ? 'private key' : 'public key',
      format: wrapper ? (wrapper === '4<' ? 'PKCS#8' : 'SPKI') : format,
      modulusBits: BigInt(`0x${modulus}`).toString(2).length,
      exponent: Number(`0x${exponent}`),
    },
    spki: wrap('', `03<0030<${publicNumbers}>>`),
    pkcs8: wrap('02<00>', `04<30<02<00>${publicNumbers}${privateNumbers}>>`),
  }
}
