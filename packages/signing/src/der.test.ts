import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeDer } from './der.ts'

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

  it('writes what the second writer of this test writes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 255 }), fc.uint8Array({ maxLength: 65_535 }), (tag, content) => {
        expect(Uint8Array.from(writeDer(tag, content))).toEqual(
          Uint8Array.from(elementOf(tag, [...content])),
        )
      }),
    )
  })
})
