import { describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../../test/random.ts'
import { KeyedHash } from './keyed-hash.ts'

const encoder = new TextEncoder()

/** The halves of the hash of texts that are added one after the other. */
function halvesOf(hash: KeyedHash, start: number, ...texts: readonly string[]): [number, number] {
  hash.start(start)
  for (const text of texts) {
    const bytes = encoder.encode(text)
    hash.update(new DataView(bytes.buffer), 0, bytes.length)
  }
  hash.finish()
  return [hash.first, hash.second]
}

/** A hash whose random numbers are these. */
function hashWith(numbers: readonly number[]): KeyedHash {
  const drawn = vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce((array) => {
    if (array instanceof Int32Array) array.set(numbers)
    return array
  })
  try {
    return new KeyedHash()
  } finally {
    drawn.mockRestore()
  }
}

const numbers = [0x1b873593, 0x2545f491, 0x6c8e9cf5, 0x85157af5, 0x4f1bbcdd, 0x7feb352d]

describe('KeyedHash', () => {
  it('is the same for the same text, whatever was hashed before', () => {
    const hash = new KeyedHash()
    const before = halvesOf(hash, 7, 'W20261120000001')
    halvesOf(hash, 1, 'another', 'text')

    expect(halvesOf(hash, 7, 'W20261120000001')).toEqual(before)
  })

  it('differs with different multipliers', () => {
    expect(halvesOf(new KeyedHash(), 0, 'W1')).not.toEqual(halvesOf(new KeyedHash(), 0, 'W1'))
  })

  it.each([
    ['start', 0, 1],
    ['first multiplier', 2, 3],
    ['second multiplier', 4, 5],
  ])('has a separate random %s in each half', (_what, ofFirst, ofSecond) => {
    const changed = (place: number) => numbers.map((one, at) => (at === place ? one + 64 : one))
    const [first, second] = halvesOf(hashWith(numbers), 0, 'W1', 'more text')
    const otherFirst = halvesOf(hashWith(changed(ofFirst)), 0, 'W1', 'more text')
    const otherSecond = halvesOf(hashWith(changed(ofSecond)), 0, 'W1', 'more text')

    expect(otherFirst[0]).not.toBe(first)
    expect(otherSecond[0]).toBe(first)
    expect(otherSecond[1]).not.toBe(second)
  })

  // Every step is one to one for its half, and two halves that were different stay so: none of their bits is lost.
  it.each(['first', 'second'] as const)('keeps all information in its %s half', (half) => {
    const hash = hashWith(numbers)
    const { below } = createRandom(1)
    const view = new DataView(encoder.encode('W12345').buffer)
    const starts = new Set(Array.from({ length: 300_000 }, () => below(2 ** 32) | 0))
    const ends = new Set<number>()
    for (const start of starts) {
      hash.start(0)
      hash[half] = start
      hash.update(view, 0, view.byteLength)
      hash.finish()
      ends.add(hash[half])
    }

    expect(ends.size).toBe(starts.size)
  })

  it.each([
    ['another number', [1, 'W1', ',1']],
    ['the same bytes in one call', [0, 'W1,1']],
    ['the same bytes cut at another place', [0, 'W1,', '1']],
    ['a byte more', [0, 'W1', ',1', '\0']],
    ['an empty text more', [0, 'W1', ',1', '']],
    ['another order', [0, ',1', 'W1']],
  ] as const)('differs in both halves by %s', (_what, [start, ...texts]) => {
    const hash = new KeyedHash()
    const [first, second] = halvesOf(hash, 0, 'W1', ',1')

    const [otherFirst, otherSecond] = halvesOf(hash, start, ...texts)

    expect(otherFirst).not.toBe(first)
    expect(otherSecond).not.toBe(second)
  })

  it.each([0, 1, 2, 3])(
    'depends on every bit of a text with %d bytes after its last whole word',
    (rest) => {
      const hash = new KeyedHash()
      const bytes = encoder.encode('W2026112000'.slice(0, 8 + rest))
      const seen = new Set<string>()
      for (let bit = -1; bit < bytes.length * 8; bit += 1) {
        const changed = bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        hash.start(0)
        hash.update(new DataView(changed.buffer), 0, changed.length)
        hash.finish()
        seen.add(`${hash.first} ${hash.second}`)
      }

      expect(seen.size).toBe(bytes.length * 8 + 1)
    },
  )

  // An odd multiplier leaves the highest bit where it is; without a second one, the next word could take it back.
  it.each(Array.from({ length: 32 }, (_, bit) => bit))(
    'does not let bit %d of a word take back the highest bit of the word before',
    (bit) => {
      const hash = new KeyedHash()
      function halves(first: number, second: number): [number, number] {
        const view = new DataView(new ArrayBuffer(8))
        view.setInt32(0, first, true)
        view.setInt32(4, second, true)
        hash.start(0)
        hash.update(view, 0, 8)
        hash.finish()
        return [hash.first, hash.second]
      }
      const [first, second] = halves(0, 0)

      expect(halves(1 << 31, 1 << bit)[0]).not.toBe(first)
      for (const sign of [1, -1]) {
        expect(halves(1 << 31, sign << bit)[1]).not.toBe(second)
      }
    },
  )

  // Of 20,000 numbers of 32 bits that a random function gives, 0.05 pairs agree on average, and 2 in all with forty keys. With
  // some keys similar texts agree in bunches: six of 30,000 or more with one key of five hundred. So the keys are the same in
  // every run.
  it.each(['first', 'second'] as const)(
    'distinguishes texts by its %s half like a random function, on average over its keys',
    (half) => {
      const { below } = createRandom(3)
      const count = 20_000
      const texts = Array.from({ length: count }, (_, number) => encoder.encode(`W${number}`))
      const views = texts.map(({ buffer }) => new DataView(buffer))
      let agreeing = 0
      for (let key = 0; key < 40; key += 1) {
        const hash = hashWith(numbers.map(() => below(2 ** 32) | 0))
        const seen = new Set<number>()
        for (const view of views) {
          hash.start(0)
          hash.update(view, 0, view.byteLength)
          hash.finish()
          seen.add(hash[half])
        }
        agreeing += count - seen.size
      }

      expect(agreeing).toBeLessThan(6)
    },
  )
})
