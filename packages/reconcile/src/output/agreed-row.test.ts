import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { allQuoted, keptIn, newInstance, written } from '../../test/kept-rows.ts'
import { createRandom } from '../../test/random.ts'
import { type ChecksumProfile, checksumProfiles } from '../checksum/checksum-profile.ts'
import { scriptMd5Hasher } from '../checksum/md5.ts'
import { formatRow } from '../checksum/format-row.ts'
import { sharedColumnNames } from '../layouts.ts'
import { AgreedPairs } from '../matching/arena/agreed-pairs.ts'
import { settleTransactions } from '../matching/settle-transaction.ts'
import { setChecksums } from '../module/configure-module.ts'
import { moduleMd5Hasher } from '../module/module-md5.ts'
import { ResultRowWriter } from '../module/result-row-writer.ts'
import { AgreedRow } from './agreed-row.ts'
import { resultValues } from './format-output-rows.ts'

const rules = { compare: sharedColumnNames, groupPoints: true, pointValueVnd: 1000 }
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The rows of the result that the module writes of pairs. */
function writtenBy(writer: ResultRowWriter, pairs: AgreedPairs): string {
  expect(pairs.list(writer)).toBe(true)
  return written(writer)
}

/** Rows of the result over two lines: from the bytes of both, in script and in the module, and from their values. */
async function allRows(lines: readonly [string, string], profile: ChecksumProfile, key = testKey) {
  const instance = newInstance()
  setChecksums(instance, { profile, keys: [key, 'another'] })
  const arena = await keptIn(instance, lines)
  const [rows] = [...arena.transactions()]
  const [settled] = Array.isArray(rows) ? settleTransactions(rows, rules) : []
  if (settled === undefined) throw new Error('The rows have other keys.')
  const values = resultValues(settled.transaction, rules)
  expect(arena.takeAgreed({ areWanted: true })).toBe(1)
  const [pairs] = [...arena.transactions()]
  if (!(pairs instanceof AgreedPairs)) throw new Error('The rows do not agree.')
  const row = new AgreedRow(profile, key, scriptMd5Hasher())
  const [pair] = [...pairs]
  if (pair === undefined) throw new Error('There is no pair.')
  row.write(pair)
  const bytes = decoder.decode(row.write(pair))
  const byModuleHasher = new AgreedRow(profile, key, moduleMd5Hasher(newInstance()))
  expect(decoder.decode(byModuleHasher.write(pair))).toBe(bytes)
  const writer = new ResultRowWriter(instance, profile.hexCase)
  writtenBy(writer, pairs)
  return [bytes, writtenBy(writer, pairs), formatRow(values, { profile, key })]
}

const shared: RowText = { code: 'W1', invoice: '\u{feff}Hoá "đơn", 1', mid: '', time: '' }
const cases: Readonly<Record<string, readonly [partner: string, service: string]>> = {
  'of plain columns': [partnerLine({ code: 'W1', description: 'x' }), serviceLine({ code: 'W1' })],
  'of a refund': [partnerLine({ code: 'W1', type: '-1' }), serviceLine({ code: 'W1', type: '-1' })],
  'without success': [
    partnerLine({ code: 'W1', status: '2' }),
    serviceLine({ code: 'W1', status: '-1', type: '' }),
  ],
  'of texts that need quotes': [
    partnerLine({ ...shared, partnerId: '"', description: 'a\r\nb\nc' }),
    serviceLine({ ...shared, serviceCode: 'S","1' }),
  ],
  'of texts of which each has one sign that needs quotes': [
    partnerLine({ code: 'W1', partnerId: 'a,b', invoice: 'a\nb', merchant: 'a\rb', mid: 'a"b' }),
    serviceLine({ code: 'W1', serviceCode: 'a,b', invoice: 'a\nb', merchant: 'a\rb', mid: 'a"b' }),
  ],
  'of texts that end with a comma': [
    partnerLine({ code: 'W1', partnerId: 'P,', invoice: 'a,', description: ',' }),
    serviceLine({ code: 'W1', serviceCode: 'S,', invoice: 'a,' }),
  ],
  'of empty columns': [
    partnerLine({ ...shared, merchant: '', tid: '', description: '' }),
    serviceLine({ ...shared, merchant: '', tid: '', description: '' }),
  ],
  'of amounts that are written at length': [
    partnerLine({ code: 'W1', amount: '0150000.00', fee: '-0.5000' }),
    serviceLine({ code: 'W1', amount: '0150000.00', fee: '-0.5000' }),
  ],
  'of fields with needless quotes': [
    allQuoted(partnerLine({ ...shared, description: '' })),
    allQuoted(serviceLine({ ...shared, serviceCode: '"' })),
  ],
  'of the longest description': [
    partnerLine({ code: 'W1', description: '"😀'.repeat(500) }),
    serviceLine({ code: 'W1' }),
  ],
}

describe.each(Object.entries(cases))('a row of the result %s', (_what, lines) => {
  it.each(Object.values(checksumProfiles))('is that of its values, by $name', async (profile) => {
    const [row, fromModule, expected] = await allRows(lines, profile)

    expect(row).toBe(expected)
    expect(fromModule).toBe(expected)
  })
})

it('has the checksum of the longest key and separator, in capital letters', async () => {
  const separator = '|'.repeat(64)
  const common = { name: 'own', separator, separatorBeforeKey: true, hexCase: 'upper' } as const
  for (const lines of Object.values(cases)) {
    for (const rowData of ['record', 'values'] as const) {
      for (const key of ['before', 'after'] as const) {
        const profile = { ...common, rowData, key }
        const [row, fromModule, expected] = await allRows(lines, profile, 'k'.repeat(1024))

        expect(row).toBe(expected)
        expect(fromModule).toBe(expected)
      }
    }
  }
})

describe('rows of the result that are written together', () => {
  const texts = ['', 'x', 'a,b', 'a"b', '"', 'đ', 'a\r\nb', ',', '"",""']

  /** Lines of as many keys, with texts of any length: their messages have any number of blocks. */
  function drawn(seed: number, count: number): readonly [string, string] {
    const random = createRandom(seed)
    const rows = Array.from({ length: count }, (_, index): RowText => {
      const text = random.pick(texts).repeat(random.below(20))
      const code = `W${String(index).padStart(4, '0')}`
      const type = random.pick(['1', '1', '-1'])
      return { code, type, invoice: text.slice(0, 40) || 'I', description: text, partnerId: 'P"' }
    })
    const isQuoted = new Set(rows.filter(() => random.chance(0.3)))
    const lines = (write: (row: RowText) => string) =>
      rows.map((row) => (isQuoted.has(row) ? allQuoted(write(row)) : write(row))).join('')
    return [lines(partnerLine), lines(serviceLine)]
  }

  it.each([1, 7, 8, 9, 64, 1300])('equal those of TypeScript, %d of them', async (count) => {
    const profile = { ...checksumProfiles.record, hexCase: 'upper' } as const
    const instance = newInstance()
    setChecksums(instance, { profile, keys: [testKey] })
    const arena = await keptIn(instance, drawn(count, count))
    const agreed = arena.takeAgreed({ areWanted: true })
    const writer = new ResultRowWriter(instance, profile.hexCase)
    const row = new AgreedRow(profile, testKey, scriptMd5Hasher())
    let rows = 0
    for (const pairs of arena.transactions()) {
      if (!(pairs instanceof AgreedPairs)) continue
      const expected = [...pairs].map((pair) => decoder.decode(row.write(pair))).join('')

      expect(writtenBy(writer, pairs)).toBe(expected)
      rows += pairs.count
    }
    expect([rows, agreed >= count * 0.3]).toEqual([agreed, true])
  })

  it('are written in several parts if they are too long for one', async () => {
    const instance = newInstance()
    const profile = checksumProfiles.record
    setChecksums(instance, { profile, keys: [testKey] })
    const rows = Array.from({ length: 90 }, (_, index): RowText => {
      return { code: `W${100 + index}`, description: 'đ"'.repeat(500) }
    })
    const lines = (write: (row: RowText) => string) => rows.map((row) => write(row)).join('')
    const arena = await keptIn(instance, [lines(partnerLine), lines(serviceLine)])
    arena.takeAgreed({ areWanted: true })
    const [pairs] = [...arena.transactions()]
    if (!(pairs instanceof AgreedPairs)) throw new Error('The rows do not agree.')
    const writer = new ResultRowWriter(instance, profile.hexCase)
    pairs.list(writer)
    const row = new AgreedRow(profile, testKey, scriptMd5Hasher())
    const expected = [...pairs].map((pair) => decoder.decode(row.write(pair))).join('')

    expect([...writer.write()].map(({ count }) => count)).toEqual([68, 22])
    expect(writtenBy(writer, pairs)).toBe(expected)
  })

  it('are written in TypeScript if they are in another memory', async () => {
    const arena = await keptIn(newInstance(), [
      partnerLine({ code: 'W' }),
      serviceLine({ code: 'W' }),
    ])
    arena.takeAgreed({ areWanted: true })
    const [pairs] = [...arena.transactions()]
    const writer = new ResultRowWriter(newInstance(), 'lower')

    expect(pairs instanceof AgreedPairs && pairs.list(writer)).toBe(false)
    expect(writer.count).toBe(0)
  })
})
