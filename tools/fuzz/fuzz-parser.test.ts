import { assert, beforeAll, describe, expect, it } from 'vitest'
import { fuzzParser, inputOf } from './fuzz-parser.ts'
import type { FuzzedParser } from './fuzzed-parser.ts'
import { fuzzedParsers } from './parsers.ts'
import { shrink } from './shrink.ts'

const names = [
  'callback-address',
  'csv-rows',
  'checksum-detector',
  'file-name',
  'key-text',
  'der',
  'jwk',
  'base64url',
  'tokens',
  'cookies',
  'sign-on-address',
  'webhook-headers',
  'json-answers',
]

// More of them: npm run fuzz
describe('two thousand inputs', () => {
  let parsers: readonly FuzzedParser[]

  beforeAll(async () => {
    parsers = await fuzzedParsers(1)
  })

  it('are for every parser', () => {
    expect(parsers.map(({ name }) => name)).toEqual([...names, 'reconcile'])
  })

  it('are equal for equal seeds, including keys and sealed texts', async () => {
    const seedsOf = async (seed: number) =>
      (await fuzzedParsers(seed)).map(({ name, seeds }) => ({ name, seeds }))
    const first = await seedsOf(1)
    const other = await seedsOf(2)

    expect(await seedsOf(1)).toEqual(first)
    for (const name of ['callback-address', 'key-text', 'cookies', 'tokens']) {
      expect(other.find((parser) => parser.name === name)).not.toEqual(
        first.find((parser) => parser.name === name),
      )
    }
  })

  it.each(names)('break no promise of %s', async (name) => {
    const parser = parsers.find((one) => one.name === name)
    assert(parser !== undefined, name)

    expect(await fuzzParser(parser, { seed: 1, inputs: 2000 })).toEqual({
      parser: name,
      seed: 1,
      inputs: 2000,
    })
  })
})

describe('a hundred pairs of files', () => {
  it('break no promise of either engine of the comparison', async () => {
    const parser = (await fuzzedParsers(1)).find(({ name }) => name === 'reconcile')
    assert(parser !== undefined, 'reconcile')

    expect(await fuzzParser(parser, { seed: 1, inputs: 100 })).toEqual({
      parser: 'reconcile',
      seed: 1,
      inputs: 100,
    })
  })
})

describe('fuzzParser', () => {
  function parserThat(read: FuzzedParser['read']): FuzzedParser {
    return { name: 'made-up', summary: '', seeds: ['one,two', 'three'], words: ['needle'], read }
  }

  /** Keeps the processor busy for longer than an input may. */
  function work(): void {
    const taken = (): number => {
      const { user, system } = process.threadCpuUsage()
      return user + system
    }
    const started = taken()
    while (taken() - started < 80_000);
  }

  it('finds an input that makes a parser throw, and shortens it', async () => {
    const parser = parserThat((input) => {
      if (input.includes('needle')) throw new RangeError('found')
    })

    const { failure } = await fuzzParser(parser, { seed: 7, inputs: 1_000 })

    expect(failure).toMatchObject({
      reason: 'throws',
      message: 'RangeError: found',
      input: 'needle',
    })
    expect(inputOf(parser, 7, failure?.number ?? 0)).toContain('needle')
  })

  it('finds an input that is slow every time', async () => {
    const parser = parserThat((input) => {
      if (input.includes('needle')) work()
    })

    const { failure } = await fuzzParser(parser, { seed: 7, inputs: 1_000 })

    expect(failure).toMatchObject({ reason: 'slow' })
  })

  it('ignores an input that was slow once', async () => {
    let isFirst = true
    const parser = parserThat(() => {
      if (isFirst) work()
      isFirst = false
    })

    expect((await fuzzParser(parser, { seed: 7, inputs: 100 })).failure).toBeUndefined()
  })

  it('finds a memory leak', async () => {
    const kept: string[][] = []
    const parser = parserThat((input) =>
      kept.push(Array.from({ length: 5_000 }, () => `${input}.`)),
    )

    const { failure } = await fuzzParser(parser, { seed: 7, inputs: 1_000 })

    expect(failure).toMatchObject({ reason: 'grows' })
  })

  it('makes equal inputs for equal seeds and numbers', () => {
    const parser = parserThat(() => undefined)

    expect(inputOf(parser, 3, 5)).toBe(inputOf(parser, 3, 5))
    expect(inputOf(parser, 3, 5)).not.toBe(inputOf(parser, 4, 5))
  })
})

describe('shrink', () => {
  it('keeps the part that causes the failure', async () => {
    expect(await shrink('aaaaxbbbbyccc', async (text) => /x.*y/.test(text))).toBe('xy')
  })
})
