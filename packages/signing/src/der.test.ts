import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readElements, writeElement } from './der.ts'

function bytesOf(...parts: (number | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? part : [...part])))
}

describe('writeElement', () => {
  it.each([
    [0, [0x04, 0x00]],
    [127, [0x04, 0x7f]],
    [128, [0x04, 0x81, 0x80]],
    [255, [0x04, 0x81, 0xff]],
    [256, [0x04, 0x82, 0x01, 0x00]],
    [65_536, [0x04, 0x83, 0x01, 0x00, 0x00]],
  ])('writes the shortest length of %i bytes', (size, header) => {
    const content = new Uint8Array(size).fill(7)

    expect(writeElement(4, [content])).toEqual(bytesOf(...header, content))
  })

  it('is undone by readElements', () => {
    const tag = fc.constantFrom(2, 3, 4, 5, 6, 48)
    const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 3 })

    fc.assert(
      fc.property(tag, parts, (elementTag, contents) => {
        const content = bytesOf(...contents)

        expect(readElements(writeElement(elementTag, contents))).toEqual([
          { tag: elementTag, content },
        ])
      }),
    )
  })
})

describe('readElements', () => {
  it('reads elements that follow one another', () => {
    expect(readElements(bytesOf(0x02, 0x01, 0x05, 0x04, 0x00))).toEqual([
      { tag: 2, content: bytesOf(5) },
      { tag: 4, content: bytesOf() },
    ])
  })

  it.each([
    ['a tag without a length', [0x02]],
    ['content that is cut off', [0x02, 0x03, 0x01, 0x02]],
    ['a length that is cut off', [0x02, 0x82, 0x01]],
    ['the indefinite length', [0x30, 0x80, 0x00, 0x00]],
    ['a long length for a short content', [0x02, 0x81, 0x01, 0x05]],
    ['a length with a leading zero', [0x02, 0x82, 0x00, 0x80, ...new Uint8Array(128)]],
    ['a length beyond all memory', [0x02, 0xff, ...new Uint8Array(127).fill(255)]],
  ])('refuses %s', (_, bytes) => {
    expect(readElements(Uint8Array.from(bytes))).toBeUndefined()
  })

  it('reads only what would be written the same way', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const elements = readElements(Uint8Array.from(bytes))
        const written = elements?.map((element) => writeElement(element.tag, [element.content]))

        if (written) expect(bytesOf(...written)).toEqual(bytes)
      }),
      { numRuns: 2_000 },
    )
  })
})
