import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineNames, grownEngines } from '../../test/engines.ts'
import { testKey } from '../../test/file-text.ts'
import { createRandom } from '../../test/random.ts'
import { fileOf } from '../../test/sink.ts'
import type { Fingerprint } from './sketch/keyed-hash.ts'
import { DifferenceEstimate, KeySample, compareBytes } from './samples.ts'
import { checksumProfiles } from '../checksum/checksum-profile.ts'
import { Sha256 } from '../checksum/sha256.ts'
import { sharedColumnNames } from '../layouts.ts'
import { BloomFilter, KeySet, filterBytesFor } from './sketch/key-sets.ts'
import { Sketch, sketchSizes } from './sketch/sketch.ts'

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const fingerprints = fc.array(
  fc.record({ keyFirst: word, keySecond: word, contentFirst: word, contentSecond: word }),
  { maxLength: 40 },
)

function drawn(count: number, seed: number): Fingerprint[] {
  const { below } = createRandom(seed)
  const draw = () => below(2 ** 32) | 0
  return Array.from({ length: count }, () => ({
    keyFirst: draw(),
    keySecond: draw(),
    contentFirst: draw(),
    contentSecond: draw(),
  }))
}

const settings = {
  key: testKey,
  profile: checksumProfiles.record,
  compare: sharedColumnNames,
  header: 'refuse',
  createDigest: () => new Sha256(),
  onExceptions: () => undefined,
  onBytes: () => undefined,
} as const

describe('Sketch', () => {
  it('returns the fingerprints that only one side has', () => {
    fc.assert(
      fc.property(fingerprints, fingerprints, fingerprints, (both, partner, service) => {
        // Two fingerprints in the same three cells cannot be decoded: one pair in 2^36.
        const sketch = new Sketch(12)
        for (const one of [...both, ...partner]) sketch.add(one, 1)
        for (const one of [...service, ...both]) sketch.add(one, -1)
        const found: string[] = []

        const isComplete = sketch.decode((first, second, sign) =>
          found.push(`${first} ${second} ${sign}`),
        )

        const unique = (some: readonly Fingerprint[], sign: number) =>
          some.map(({ keyFirst, keySecond }) => `${keyFirst} ${keySecond} ${sign}`)
        expect(isComplete).toBe(true)
        expect(found.sort()).toEqual([...unique(partner, 1), ...unique(service, -1)].sort())
      }),
      { numRuns: 200 },
    )
  })

  it('decodes twice as many fingerprints as one of its parts has cells', () => {
    const sketch = new Sketch(9)
    const drawnOnes = drawn(1000, 6)
    for (const one of drawnOnes) sketch.add(one, 1)
    const found = new Set<number>()

    expect(sketch.decode((first) => found.add(first))).toBe(true)
    expect(found).toEqual(new Set(drawnOnes.map(({ keyFirst }) => keyFirst)))
  })

  it('takes 1.1 MB, or 9 MB when it is the larger one', () => {
    const megabytes = sketchSizes.map((size) => (3 * 2 ** size * 24) / 2 ** 20)

    expect(megabytes).toEqual([1.125, 9])
  })

  it('reports when there are more fingerprints than it can decode', () => {
    const sketch = new Sketch(6)
    for (const one of drawn(1000, 1)) sketch.add(one, 1)

    expect(sketch.decode(() => undefined)).toBe(false)
  })
})

describe('KeySet', () => {
  it('has the same keys as a Set', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), word)), (keys) => {
        const set = new KeySet(10_000)
        const others = new Set<string>()
        for (const [first, second] of keys) {
          set.add(first, second)
          others.add(`${first} ${second}`)
        }
        expect(set.size).toBe(others.size)
        for (const [first, second] of keys) expect(set.has(first, second)).toBe(true)
        expect(set.has(77, 77)).toBe(others.has('77 77'))
      }),
    )
  })

  it('returns each key once, including keys with a zero', () => {
    const keys: [number, number][] = [
      [0, 0],
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
      [5, 7],
    ]
    const set = new KeySet(10)
    const copy = new KeySet(10)
    for (const [first, second] of [...keys, ...keys]) set.add(first, second)
    copy.addAll(set.keys())

    for (const one of [set, copy]) {
      const found: [number, number][] = []
      one.forEach((first, second) => found.push([first, second]))
      expect(found).toHaveLength(keys.length)
      expect(found).toEqual(expect.arrayContaining(keys))
      expect([...one.keys()]).toEqual(found.flat())
      for (const [first, second] of keys) expect(one.has(first, second)).toBe(true)
      expect([one.has(2, 0), one.has(0, 2)]).toEqual([false, false])
    }
    const withoutZero = new KeySet(10)
    withoutZero.add(1, 0)
    expect([withoutZero.has(0, 0), withoutZero.has(1, 0)]).toEqual([false, true])
  })

  it('keeps keys with a zero when it grows', () => {
    const set = new KeySet(5000)
    const keys = [...drawn(2000, 7), { keyFirst: 1, keySecond: 0 }, { keyFirst: 0, keySecond: 1 }]
    for (const { keyFirst, keySecond } of keys.toReversed()) set.add(keyFirst, keySecond)

    expect(keys.filter(({ keyFirst, keySecond }) => !set.has(keyFirst, keySecond))).toEqual([])
    expect(set.size).toBe(2002)
  })

  it('accepts keys up to its limit, and reports when there was one more', () => {
    const set = new KeySet(3)
    for (const first of [1, 2, 3, 3]) set.add(first, 9)

    expect([set.isOver, set.size]).toEqual([false, 3])
    set.add(4, 9)
    expect(set.isOver).toBe(true)
  })

  it('is incomplete after it was marked so', () => {
    const set = new KeySet(3)
    set.giveUp()

    expect(set.isOver).toBe(true)
  })

  it('grows, and says when it has too many', () => {
    const set = new KeySet(5000)
    const keys = drawn(6000, 2)
    for (const { keyFirst, keySecond } of keys.slice(0, 5000)) set.add(keyFirst, keySecond)

    expect(set.isOver).toBe(false)
    expect(
      keys.slice(0, 5000).every(({ keyFirst, keySecond }) => set.has(keyFirst, keySecond)),
    ).toBe(true)
    for (const { keyFirst, keySecond } of keys) set.add(keyFirst, keySecond)
    expect(set.isOver).toBe(true)
  })
})

describe('RepeatFilter', () => {
  it('misses no repetition, and has few false positives', () => {
    const filter = new BloomFilter(2 ** 20)
    const keys = drawn(60_000, 3)
    let mistaken = 0
    for (const { keyFirst, keySecond } of keys)
      if (filter.isRepeated(keyFirst, keySecond)) mistaken += 1

    expect(mistaken).toBeLessThan(30)
    expect(keys.every(({ keyFirst, keySecond }) => filter.isRepeated(keyFirst, keySecond))).toBe(
      true,
    )
  })
})

describe('the size of the filter', () => {
  it('has 16 bits for each key, from 8 MB to half of the memory of a Worker', () => {
    const megabytes = [0, 4_000_000, 5_000_000, 10_000_000, 30_000_000, 1e9].map(
      (keys) => filterBytesFor(keys) / 2 ** 20,
    )

    expect(megabytes).toEqual([8, 8, 16, 32, 64, 64])
  })

  it.each(engineNames)('grows once for many rows, in the engine of %s', async (name) => {
    const engine = grownEngines[name](settings)

    expect(engine.widen()).toBe(false)
    const { goodRows } = await engine.check({ side: 'partner', origin: 'file', open: fileOf('') })
    expect([goodRows, engine.suspect().keys]).toEqual([0, 0])
  })
})

describe('samples of two engines', () => {
  const keys = drawn(9000, 11)

  it('are merged to the sample of a single one', () => {
    const both = [new DifferenceEstimate(), new DifferenceEstimate(), new DifferenceEstimate()]
    const codes = [new KeySample(), new KeySample(), new KeySample()]
    for (const [index, key] of keys.entries()) {
      for (const place of [0, index < 500 ? 1 : 2]) {
        both[place]?.add(key, index % 3 === 0 ? 1 : -1)
        const code = new TextEncoder().encode(`W${index}`)
        const sample = codes[place]
        if (sample?.wants(key.keySecond)) sample.add(key.keySecond, code)
      }
    }
    const [one, first, second] = both
    const [oneCodes, firstCodes, secondCodes] = codes
    if (second !== undefined) first?.merge(second.sampled())
    if (secondCodes !== undefined) firstCodes?.merge(secondCodes.sampled())

    const ranks = (sample: KeySample | undefined) =>
      sample
        ?.sampled()
        .codes.map(({ rank }) => rank)
        .sort((a, b) => a - b)
    expect(first?.share()).toBe(one?.share())
    expect(first?.sampled().bound).toBe(one?.sampled().bound)
    expect(ranks(firstCodes)).toEqual(ranks(oneCodes))
  })
})

describe('DifferenceEstimate', () => {
  const ones = drawn(2049, 12)
  const rankOf = ({ keyFirst, contentFirst }: Fingerprint) => (keyFirst ^ contentFirst) >>> 0
  const kept = (some: readonly Fingerprint[], bound: number) =>
    some
      .filter((one) => rankOf(one) < bound)
      .map((one) => rankOf(one) * 2 ** 20 + (one.contentSecond >>> 12))

  it('keeps 2,048 rows of a side, and halves the bound when there is one more', () => {
    const sample = new DifferenceEstimate()
    const full = ones.slice(0, 2048)
    for (const one of full) sample.add(one, 1)

    expect(sample.sampled()).toEqual({ bound: 2 ** 32, partner: kept(full, 2 ** 32), service: [] })
    for (const one of ones.slice(2048)) sample.add(one, 1)
    expect(sample.sampled()).toEqual({ bound: 2 ** 31, partner: kept(ones, 2 ** 31), service: [] })
    for (const one of ones) sample.add(one, -1)
    expect(sample.sampled().service).toEqual(kept(ones, 2 ** 31))
    expect(sample.bound).toBe(2 ** 31)
  })

  it('reckons with more rows than it takes', () => {
    const sample = new DifferenceEstimate()
    for (const one of ones.slice(0, 1000)) sample.add(one, 1)
    sample.expect(8 * 2048)
    expect(sample.bound).toBe(2 ** 32)
    sample.expect(1e6)
    for (const one of ones.slice(1000)) sample.add(one, 1)

    expect(sample.sampled()).toEqual({ bound: 2 ** 27, partner: kept(ones, 2 ** 27), service: [] })
    sample.expect(10)
    expect(sample.bound).toBe(2 ** 27)
  })

  it('merges two samples to the rows of both below the lower bound', () => {
    const sample = new DifferenceEstimate()
    for (const one of ones.slice(0, 100)) sample.add(one, 1)
    const partner = kept(ones.slice(100, 200), 2 ** 30)
    sample.merge({ bound: 2 ** 30, partner, service: [7] })

    const both = kept(ones.slice(0, 200), 2 ** 30)
    expect(sample.sampled()).toEqual({ bound: 2 ** 30, partner: both, service: [7] })
  })

  it('halves the bound when two samples have too many rows together', () => {
    const sample = new DifferenceEstimate()
    for (const one of ones.slice(0, 1500)) sample.add(one, -1)
    sample.merge({ bound: 2 ** 32, partner: [], service: kept(ones.slice(1500), 2 ** 32) })

    expect(sample.sampled()).toEqual({ bound: 2 ** 31, partner: [], service: kept(ones, 2 ** 31) })
  })
})

describe('DifferenceSample', () => {
  it.each([0, 0.3, 1])('estimates a share of %d closely', (share) => {
    const sample = new DifferenceEstimate()
    for (const [index, one] of drawn(60_000, 4).entries()) {
      sample.add(one, 1)
      const isEqual = index % 100 >= share * 100
      sample.add(isEqual ? one : { ...one, contentSecond: ~one.contentSecond }, -1)
    }

    expect(Math.abs(sample.share() - share)).toBeLessThan(0.05)
  })
})

describe('compareBytes', () => {
  it('orders texts by their bytes, the shorter one of two first', () => {
    const texts = ['', 'A', 'AB', 'ABC', 'AC', 'B', 'BA', 'b', 'é', 'ê']
    const bytes = texts.map((text) => new TextEncoder().encode(text))
    for (const [place, one] of bytes.entries()) {
      const signs = bytes.map((other) => Math.sign(compareBytes(one, other)))
      expect(signs).toEqual(bytes.map((_, at) => Math.sign(place - at)))
    }
  })
})

describe('KeySample', () => {
  it('keeps 1,024 codes, and those of the lower half when there is one more', () => {
    const sample = new KeySample()
    const hashes = drawn(1025, 13).map(({ keyFirst }) => keyFirst)
    const code = new TextEncoder().encode('W')
    const ranks = (bound: number, count: number) =>
      hashes.slice(0, count).flatMap((hash) => (hash >>> 0 < bound ? [hash >>> 0] : []))
    const kept = () => sample.sampled().codes.map(({ rank }) => rank)
    expect(sample.wants(-1)).toBe(true)

    for (const hash of hashes.slice(0, 1024)) sample.add(hash, code)
    expect([sample.bound, kept()]).toEqual([2 ** 32, ranks(2 ** 32, 1024)])
    for (const hash of hashes.slice(1024)) sample.add(hash, code)
    expect([sample.bound, kept()]).toEqual([2 ** 31, ranks(2 ** 31, 1025)])

    expect([sample.wants(-1), sample.wants(2 ** 31), sample.wants(2 ** 31 - 1)]).toEqual([
      false,
      false,
      true,
    ])
    sample.merge({ bound: 2 ** 30, codes: [{ rank: 7, code }] })
    expect([sample.bound, kept()]).toEqual([2 ** 30, [...ranks(2 ** 30, 1025), 7]])
  })

  it('reckons with more rows than it takes', () => {
    const sample = new KeySample()
    const code = new TextEncoder().encode('W')
    sample.expect(8 * 1024)
    expect(sample.bound).toBe(2 ** 32)
    sample.add(2 ** 26, code)
    sample.add(2 ** 26 - 1, code)
    sample.expect(1e6)

    expect(sample.sampled()).toEqual({ bound: 2 ** 26, codes: [{ rank: 2 ** 26 - 1, code }] })
  })

  it('divides all codes into ranges without gaps and overlaps', () => {
    const sample = new KeySample()
    const codes = drawn(20_000, 5).map(({ keyFirst, keySecond }) => ({
      hash: keySecond,
      code: new TextEncoder().encode(`W${keyFirst >>> 0}`),
    }))
    for (const { hash, code } of codes) if (sample.wants(hash)) sample.add(hash, code)

    const ranges = sample.ranges(7)

    const sizes = ranges.map(
      ({ from, to }) =>
        codes.filter(
          ({ code }) =>
            (!from || compareBytes(from, code) <= 0) && (!to || compareBytes(code, to) < 0),
        ).length,
    )
    expect(sizes.length).toBe(7)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000)
    expect(Math.max(...sizes)).toBeLessThan((20_000 / 7) * 1.5)
  })
})
