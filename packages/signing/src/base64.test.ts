import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from './base64.ts'

/** Test vectors of RFC 4648, section 10. */
const vectors = [
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
] as const

describe('encodeBase64', () => {
  it.each(vectors)('encodes %j as the RFC does', (text, base64) => {
    expect(encodeBase64(new TextEncoder().encode(text))).toBe(base64)
  })

  it('uses the standard alphabet', () => {
    expect(encodeBase64(Uint8Array.of(0xfb, 0xef, 0xff))).toBe('++//')
  })

  it('encodes more bytes than one call of String.fromCharCode accepts', () => {
    const bytes = new Uint8Array(200_000).map((_, index) => index)

    expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
  })

  // Plain JavaScript passes anything; a text was encoded as as many zero bytes.
  it.each(['foo', undefined, new ArrayBuffer(3)])(
    'refuses a value that is not bytes: %j',
    (value) => {
      for (const encode of [encodeBase64, encodeBase64Url]) {
        const encoding = () => Reflect.apply(encode, undefined, [value])

        expect(encoding).toThrow(TypeError)
      }
    },
  )
})

describe('decodeBase64', () => {
  it.each(vectors)('decodes %j as the RFC does', (text, base64) => {
    expect(decodeBase64(base64)).toEqual(new TextEncoder().encode(text))
  })

  it.each([
    ['padding left out', 'Zg'],
    ['one padding character left out', 'Zg='],
    ['too much padding', 'Zm9v===='],
    ['only padding', '===='],
    ['three padding characters', 'Z==='],
    ['padding in the middle', 'Zg==Zg=='],
    ['a space', 'Zm9 vYg='],
    ['a line break at the end', 'Zm9v\n'],
    ['a line break that keeps the length', 'Zm9\n'],
    ['the url alphabet', '--__'],
    ['stray bits before two padding characters', 'Zh=='],
    ['stray bits before one padding character', 'Zm9='],
    ['a letter beyond ASCII', 'Zm9ö'],
    ['a letter whose low byte is in the alphabet', 'Zm9\u0141'],
    ['a lone surrogate', 'Zm9\ud800'],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64(text)).toBeUndefined()
  })

  it('round-trips any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
      }),
    )
  })

  it('accepts a text only when it is the canonical one of its bytes', () => {
    const nearBase64 = fc.string({
      unit: fc.constantFrom(...Array.from('AZaz09+/=-_ \n\u00e9')),
      maxLength: 12,
    })

    fc.assert(
      fc.property(nearBase64, (text) => {
        const bytes = decodeBase64(text)
        if (bytes !== undefined) expect(btoa(String.fromCharCode(...bytes))).toBe(text)
        else expect(isCanonical(text)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('base64url', () => {
  it.each(vectors)('round-trips %j without padding', (text, base64) => {
    const bytes = new TextEncoder().encode(text)
    const url = base64.replaceAll('=', '')

    expect(encodeBase64Url(bytes)).toBe(url)
    expect(decodeBase64Url(url)).toEqual(bytes)
  })

  it('uses the URL-safe alphabet', () => {
    expect(encodeBase64Url(Uint8Array.of(0xfb, 0xef, 0xff))).toBe('--__')
    expect(decodeBase64Url('-_8')).toEqual(Uint8Array.of(0xfb, 0xff))
  })

  it.each([
    ['padding', 'Zg=='],
    ['the standard alphabet', '++//'],
    ['one character', 'Z'],
    ['a length that no bytes have', 'Zm9vY'],
    ['stray bits in the last character', 'Zh'],
    ['a space', 'Zm9 '],
    ['a line break', 'Zm9v\n'],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64Url(text)).toBeUndefined()
  })

  it('round-trips any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(decodeBase64Url(encodeBase64Url(bytes))).toEqual(bytes)
      }),
    )
  })
})

/** Strict base64 by the platform: `atob` is lenient, so its result is encoded again and compared. */
function isCanonical(text: string): boolean {
  try {
    return btoa(atob(text)) === text
  } catch {
    return false
  }
}
