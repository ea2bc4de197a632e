import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/random.ts'
import { compareBytes } from '../../engine/samples.ts'
import { RangeTable } from './range-table.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The ranges that begin at these codes, which are sorted, and the one before them. */
const rangesAt = (starts: readonly string[]) => [
  {},
  ...starts.map((from) => ({ from: bytesOf(from) })),
]

/** The range of a code that stands in the middle of other bytes. */
function rangeOf(starts: readonly string[], code: string): number {
  const bytes = bytesOf(`0${code}9`)
  return new RangeTable(rangesAt(starts)).rangeOf({ bytes, start: 1, end: bytes.length - 1 })
}

describe('the range of a code', () => {
  it.each([
    ['W1', 0],
    ['W2', 1],
    ['W20', 1],
    ['W3', 2],
    ['W31', 2],
    ['W', 0],
    ['', 0],
    ['V9', 0],
    ['X', 3],
  ])('begins with its first code: that of %j is %d', (code, expected) => {
    expect(rangeOf(['W2', 'W3', 'W4'], code)).toBe(expected)
  })

  it('is the only one if there are no boundaries', () => {
    expect(rangeOf([], 'W')).toBe(0)
  })

  it('is found by bytes, however long the common prefix of the codes', () => {
    const random = createRandom(16)
    const draw = () => {
      const start = random.pick(['', '', 'T', 'T12345', 'T1234567890'])
      return (
        start + Array.from({ length: random.below(9) }, () => random.pick(['0', '1', 'é'])).join('')
      )
    }
    for (let round = 0; round < 3000; round += 1) {
      const starts = [...new Set(Array.from({ length: 1 + random.below(12) }, draw))]
        .filter((code) => code !== '')
        .toSorted((one, other) => compareBytes(bytesOf(one), bytesOf(other)))
      const code = random.pick([draw(), random.pick([...starts, 'x']) + random.pick(['', '0'])])

      const isBehind = (start: string) => compareBytes(bytesOf(start), bytesOf(code)) > 0
      const expected = starts.filter((start) => !isBehind(start)).length
      expect([starts, code, rangeOf(starts, code)]).toEqual([starts, code, expected])
    }
  })
})
