import { decodeBase64, encodeBase64 } from '@merchant-edge/signing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSignature } from './signature.ts'

/** Escapes like the service, like a form, in small letters, or not at all. */
const escapings: Readonly<Record<string, (base64: string) => string>> = {
  'in capitals': encodeURIComponent,
  'in small letters': (base64) =>
    base64.replaceAll('+', '%2b').replaceAll('/', '%2f').replaceAll('=', '%3d'),
  'by a form': (base64) => new URLSearchParams({ s: base64 }).toString().slice('s='.length),
  'not at all': (base64) => base64,
  'in part': (base64) => base64.replaceAll('/', '%2F'),
}

describe('decodeSignature', () => {
  it.each(Object.keys(escapings))('decodes every signature that is escaped %s', (way) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 520 }), (bytes) => {
        const value = escapings[way]?.(encodeBase64(bytes)) ?? ''

        expect(decodeSignature(value)).toEqual(bytes)
      }),
    )
  })

  it('agrees with a decoder that has no escapes about every other text', () => {
    const near = fc.string({
      unit: fc.constantFrom(...Array.from('AZaz09+/=-_ \n%\u00e9'), '%2B', '%2F', '%3D', '%20'),
      maxLength: 12,
    })

    fc.assert(
      fc.property(near, (value) => {
        const escapes = { '%2B': '+', '%2F': '/', '%3D': '=' }
        const base64 = Object.entries(escapes).reduce(
          (text, [escape, character]) => text.replaceAll(escape, character),
          value,
        )

        expect(decodeSignature(value)).toEqual(
          base64.includes('%') ? undefined : decodeBase64(base64),
        )
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['padding in the middle', 'Zg==Zg=='],
    ['padding in the middle, escaped', 'Zg%3D%3DZm9v'],
    ['three padding characters', 'Z==='],
    ['three padding characters after no bits at all', 'A==='],
    ['stray bits', 'Zh=='],
    ['a group that is cut off', 'Zm9vZ'],
    ['an escape that is cut off', 'Zm9v%2'],
    ['an escape that is cut off after its mark', 'Zm9v%'],
    ['a control character in an escape', 'Zm9%2\u0002'],
    ['another escape', 'Zm9%41'],
    ['two other escapes before the end', 'QQ%41%41'],
    ['an escape that was escaped again', 'Zm9%252B'],
    ['a letter whose low byte is in the alphabet', 'Zm9\u0141'],
  ])('refuses %s', (_, value) => {
    expect(decodeSignature(value)).toBeUndefined()
  })

  it('is not affected by a longer value that was read before', () => {
    decodeSignature('Zm9vYmFyZm9vYmFy')

    expect(decodeSignature('Zm9')).toBeUndefined()
    expect(decodeSignature('Zm9v')).toEqual(new TextEncoder().encode('foo'))
  })

  it('does not complete an escape with bytes of a longer value that was read before', () => {
    decodeSignature('Zm9vZm9%2B')

    expect(decodeSignature('Zm9vZm9%2')).toBeUndefined()
    expect(decodeSignature('Zm9vZm9%')).toBeUndefined()
  })

  it('decodes 8,192 characters and refuses a longer value', () => {
    expect(decodeSignature('Zm9v'.repeat(2048))).toHaveLength(6144)
    expect(decodeSignature('Zm9v'.repeat(2049))).toBeUndefined()
  })
})
