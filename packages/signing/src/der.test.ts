import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDer, writeDer } from './der.ts'

/** Shortest DER of one element, written here a second time. */
function elementOf(tag: number, content: readonly number[]): number[] {
  const size = content.length
  if (size < 128) return [tag, size, ...content]
  return size < 256
    ? [tag, 0x81, size, ...content]
    : [tag, 0x82, Math.floor(size / 256), size % 256, ...content]
}

function hexOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe('writeDer', () => {
  it.each([
    [0, '0200'],
    [127, '027f'],
    [128, '028180'],
    [255, '0281ff'],
    [256, '02820100'],
    [65_535, '0282ffff'],
  ])('writes the shortest length of %i bytes', (size, header) => {
    const content = '07'.repeat(size)

    expect(writeDer(`02<${content}>`)).toBe(header + content)
  })

  it('writes elements inside elements', () => {
    expect(writeDer('30<02<05>03<0030<05<>>>>')).toBe('300a02010503050030020500')
  })
})

describe('readDer', () => {
  it('reads elements that follow one another', () => {
    expect(readDer('0201050200')).toBe('02<05>02<>')
  })

  it('reads what stands in SEQUENCE, OCTET STRING and BIT STRING', () => {
    expect(readDer('300402020705')).toBe('30<02<0705>>')
    expect(readDer('0403020107')).toBe('04<02<07>>')
    expect(readDer('030400020107')).toBe('03<0002<07>>')
  })

  it('leaves a string that holds no DER as it is', () => {
    expect(readDer('0403ffffff')).toBe('04<ffffff>')
    expect(readDer('030200ff')).toBe('03<00ff>')
  })

  it.each([
    ['a tag without a length', [0x02]],
    ['content that is cut off', [0x02, 0x03, 0x01, 0x02]],
    ['a length that is cut off', [0x02, 0x82, 0x01]],
    ['the indefinite length', [0x30, 0x80, 0x00, 0x00]],
    ['a long length for a short content', [0x02, 0x81, 0x01, 0x05]],
    ['a length with a leading zero', [0x02, 0x82, 0x00, 0x80, ...new Uint8Array(128)]],
    ['a length beyond all keys', [0x02, 0x83, 1, 0, 0, ...new Uint8Array(65_536)]],
    ['a length beyond all memory', [0x02, 0xff, ...new Uint8Array(127).fill(255)]],
  ])('refuses %s', (_, bytes) => {
    expect(readDer(hexOf(bytes))).toBe('')
  })

  it('reads every sequence of elements, and writeDer undoes it', () => {
    const tag = fc.constantFrom(2, 3, 4, 5, 6, 48)
    const content = fc.array(fc.nat({ max: 255 }), { maxLength: 300 })
    const element = fc.tuple(tag, content).map(([number, bytes]) => elementOf(number, bytes))

    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 3 }), (elements) => {
        const hex = hexOf(elements.flat())

        expect(readDer(hex)).not.toBe('')
        expect(writeDer(readDer(hex))).toBe(hex)
      }),
    )
  })

  it('reads only what would be written the same way', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const hex = hexOf(bytes)
        const text = readDer(hex)

        if (text !== '') expect(writeDer(text)).toBe(hex)
      }),
      { numRuns: 2_000 },
    )
  })
})
