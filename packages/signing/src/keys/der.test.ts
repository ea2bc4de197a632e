import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDer, readObjectIdentifier, writeDer } from './der.ts'

/** Shortest DER of one element, written here a second time. */
function elementOf(tag: number, content: readonly number[]): number[] {
  const size = content.length
  if (size < 128) return [tag, size, ...content]
  return size < 256
    ? [tag, 0x81, size, ...content]
    : [tag, 0x82, Math.floor(size / 256), size % 256, ...content]
}

describe('writeDer', () => {
  it.each([
    [0, [2, 0]],
    [127, [2, 127]],
    [128, [2, 0x81, 128]],
    [255, [2, 0x81, 255]],
    [256, [2, 0x82, 1, 0]],
    [65_535, [2, 0x82, 255, 255]],
  ])('writes the shortest length of %i bytes', (size, header) => {
    const content = new Uint8Array(size).fill(7)

    expect(Uint8Array.from(writeDer(2, content))).toEqual(Uint8Array.of(...header, ...content))
  })

  it('writes elements inside elements', () => {
    const element = writeDer(48, [...writeDer(2, [5]), ...writeDer(3, [0, ...writeDer(48, [])])])

    expect(element).toEqual([0x30, 8, 2, 1, 5, 3, 3, 0, 0x30, 0])
  })

  it('agrees with an independent writer', () => {
    fc.assert(
      fc.property(fc.nat({ max: 255 }), fc.uint8Array({ maxLength: 65_535 }), (tag, content) => {
        expect(Uint8Array.from(writeDer(tag, content))).toEqual(
          Uint8Array.from(elementOf(tag, [...content])),
        )
      }),
    )
  })
})

describe('readDer', () => {
  it('reads the output of an independent writer', () => {
    const element = fc.tuple(fc.nat({ max: 255 }), fc.uint8Array({ maxLength: 0x1_23 }))

    fc.assert(
      fc.property(fc.array(element, { maxLength: 4 }), (elements) => {
        const der = elements.flatMap(([tag, content]) => elementOf(tag, [...content]))

        expect(readDer(Uint8Array.from(der))).toEqual(
          elements.map(([tag, content]) => ({ tag, content })),
        )
      }),
    )
  })

  it('reads the longest element', () => {
    const der = Uint8Array.from(
      elementOf(
        4,
        Array.from({ length: 65_535 }, () => 7),
      ),
    )

    expect(readDer(der)?.[0]?.content).toHaveLength(65_535)
  })

  it.each([
    ['a tag alone', [2]],
    ['a content that is cut off', [2, 2, 1]],
    ['a length that is cut off', [2, 0x82, 1]],
    ['an indefinite length', [0x30, 0x80, 2, 1, 0, 0, 0]],
    [
      'an indefinite length with as much behind it as its mark says',
      [0x30, 0x80, ...new Uint8Array(128)],
    ],
    ['a length that is longer than needed', [2, 0x81, 1, 0]],
    ['a length with a leading zero', [2, 0x82, 0, 0x80, ...new Uint8Array(128)]],
    ['a length of three bytes', [2, 0x83, 1, 0, 0, ...new Uint8Array(65_536)]],
    ['a byte behind the element', [2, 1, 0, 0]],
  ])('refuses %s', (_, bytes) => {
    expect(readDer(Uint8Array.from(bytes))).toBeUndefined()
  })
})

describe('readObjectIdentifier', () => {
  it.each([
    ['1.2.840.113549.1.1.1', [42, 134, 72, 134, 247, 13, 1, 1, 1]],
    ['1.2.840.10045.2.1', [42, 134, 72, 206, 61, 2, 1]],
    ['1.3.101.112', [43, 101, 112]],
    ['2.999.3', [136, 55, 3]],
    ['1.2.16384', [42, 0x81, 0x80, 0]],
    ['0.39', [39]],
    ['1.0', [40]],
    ['1.39', [79]],
    ['2.0', [80]],
  ])('reads %s', (identifier, content) => {
    expect(readObjectIdentifier(Uint8Array.from(content))).toBe(identifier)
  })
})
