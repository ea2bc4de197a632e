import { describe, expect, it } from 'vitest'
import { readDerKey } from './der-key.ts'
import { derTag, writeDer } from './der.ts'
import { KeyError } from './key-error.ts'

const { integer, octetString, sequence } = derTag

/** PKCS#1 of a public key, with the content of its two numbers as it is given. */
function pkcs1(modulus: readonly number[], exponent: readonly number[]): Uint8Array {
  const numbers = [...writeDer(integer, modulus), ...writeDer(integer, exponent)]
  return Uint8Array.from(writeDer(sequence, numbers))
}

/** What the error says was found, or "a key" where reading succeeds. */
function foundIn(der: Uint8Array): string {
  try {
    readDerKey(der)
    return 'a key'
  } catch (error) {
    if (error instanceof KeyError) return error.found
    throw error
  }
}

describe('the numbers of a key', () => {
  it.each([
    ['the largest that is positive without a zero in front', [0x7f, 1], [0x7f]],
    ['one with a zero in front', [0, 0x80, 1], [3]],
  ])('are read unchanged: %s', (_, modulus, exponent) => {
    const { numbers } = readDerKey(pkcs1(modulus, exponent))

    expect(numbers.map((number) => [...number])).toEqual([
      modulus.filter((byte, place) => place > 0 || byte > 0),
      exponent,
    ])
  })

  it.each([
    ['negative', [0x80, 1], [3]],
    ['negative in the exponent', [0x7f], [0xff]],
    ['zero', [0], [3]],
    ['zero in the exponent', [0x7f], [0, 0]],
    ['none at all', [], [3]],
  ])('are damaged when one is %s', (_, modulus, exponent) => {
    expect(foundIn(pkcs1(modulus, exponent))).toBe('a damaged RSA key')
  })
})

describe('DER that is not an RSA key', () => {
  const pfx = (version: number) =>
    Uint8Array.from(
      writeDer(sequence, [...writeDer(integer, [version]), ...writeDer(sequence, [5, 0])]),
    )

  it('is reported as encrypted when it is PKCS#12, of version 3', () => {
    expect(foundIn(pfx(3))).toBe('an encrypted private key')
    expect(foundIn(pfx(2))).toBe('not the DER of a key')
  })

  it('is reported as an EC key when it has a version and octets', () => {
    const der = writeDer(sequence, [...writeDer(integer, [1]), ...writeDer(octetString, [7])])

    expect(foundIn(Uint8Array.from(der))).toBe('an EC key')
  })
})
